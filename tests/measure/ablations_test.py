import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import ablations
import findings
import reader


class ResumedRunTest(unittest.TestCase):
    """A run that breaks off in its third row, and the next one in the same folder."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.work = pathlib.Path(self.folder.name) / "work"
        (pathlib.Path(self.folder.name) / "data").mkdir()
        self.calls = []
        self.broken = None

    def tearDown(self):
        self.folder.cleanup()

    def run_tool(self, *command):
        words = [str(word) for word in command]
        verb = "encoder" if "encoder_baseline" in words[0] else words[1]
        self.calls.append(verb)
        if self.broken is not None and self.calls.count("finetune") == self.broken:
            raise SystemExit("broken off")
        if verb == "pretrain":
            pathlib.Path(words[words.index("--out") + 1]).mkdir(parents=True)
        row = {"one": {"hit": 1, "missed": 0, "false": 0}, "two": {"hit": 0, "missed": 1, "false": 1}}
        return json.dumps({"reported": {"checks": row, "model": row, "both": row}})

    def measure(self, *more):
        texts = {name: "原告" for name in "abcd"}
        argv = ["ablations.py", "--work", str(self.work), "--only", "full,without memory,without bank", *more]
        out = io.StringIO()
        with mock.patch.object(ablations, "run", self.run_tool), mock.patch.object(findings, "plant"), \
                mock.patch.object(findings, "clean_texts", lambda *_: texts), \
                mock.patch.object(reader, "shared", lambda: pathlib.Path(self.folder.name)), \
                mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            ablations.main()
        return out.getvalue()

    def test_rows_that_are_done_are_not_measured_again(self):
        self.broken = 3
        with self.assertRaises(SystemExit):
            self.measure()
        self.broken = None
        self.calls.clear()
        table = self.measure()
        self.assertEqual(self.calls, ["finetune"])
        self.assertIn("both, without bank", table)
        self.assertIn("checks only", table)

    def test_other_arguments_need_another_folder(self):
        self.measure()
        with self.assertRaises(SystemExit):
            self.measure("--steps", "7")

    def test_after_the_time_no_row_is_begun(self):
        self.measure("--only", "full")
        table = self.measure("--minutes", "0.0000001")
        self.assertNotIn("without bank", table)
        self.assertIn("both, full model", table)


if __name__ == "__main__":
    unittest.main()
