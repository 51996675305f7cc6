#!/usr/bin/env python3
"""Sampled decoding beside Hugging Face's Transfo-XL generate() on the same weights, in turns: one table.

    ./dev bench --peers --quick                  # once: fetches the peers
    tests/bench/beside_generate.py [--tokens 200] [--turns 3]

The weights are random, in the shape of the shipped model; `proviso import` turns the saved checkpoint into ours. Both draw
among the 50 likeliest with the prompt's memory full."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def theirs(folder, prompt, tokens):
    """Runs in the peers' Python: makes the checkpoint where there is none, else generates."""
    import warnings
    warnings.filterwarnings("ignore")
    import torch
    from transformers import TransfoXLConfig, TransfoXLLMHeadModel
    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    torch.manual_seed(1)
    if not (folder / "config.json").exists():
        TransfoXLLMHeadModel(TransfoXLConfig(
            vocab_size=16000, cutoffs=[], d_model=256, d_embed=256, n_head=4, d_head=64, d_inner=1024, div_val=1,
            n_layer=6, mem_len=1152, clamp_len=-1, same_length=False, eos_token_id=None)).save_pretrained(folder)
        return
    model = TransfoXLLMHeadModel.from_pretrained(folder).eval()
    ids = torch.randint(0, 16000, (1, prompt))
    begin = time.perf_counter()
    model.generate(ids, do_sample=True, top_k=50, max_new_tokens=1, pad_token_id=0)
    read = time.perf_counter() - begin
    begin = time.perf_counter()
    model.generate(ids, do_sample=True, top_k=50, max_new_tokens=tokens + 1, pad_token_id=0)
    print(json.dumps({"tokens": tokens, "seconds": time.perf_counter() - begin - read}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--prompt", type=int, default=1152)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / ".deps/peers")
    parser.add_argument("--torch", type=pathlib.Path, default=ROOT / ".deps/site")
    parser.add_argument("--as-peer", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.as_peer:
        theirs(options.as_peer, options.prompt, options.tokens)
        return
    base = {**os.environ, "OMP_NUM_THREADS": str(options.threads), "GOMP_SPINCOUNT": "1000"}
    places = [options.peers, options.peers.with_name(options.peers.name + "-cuda"), options.torch]
    libraries = [str(lib) for place in places for lib in place.glob("nvidia/*/lib")] + ["/usr/local/cuda/lib64"]
    peer = {**base, "PYTHONPATH": f"{options.peers}:{options.torch}", "PYTHONNOUSERSITE": "1", "HF_HUB_OFFLINE": "1",
            "LD_LIBRARY_PATH": ":".join(libraries)}
    with tempfile.TemporaryDirectory() as folder:
        there, ours = pathlib.Path(folder) / "hf", pathlib.Path(folder) / "ours"
        ask = ["/usr/bin/python3", str(pathlib.Path(__file__).resolve()), "--as-peer", str(there), "--tokens",
               str(options.tokens), "--prompt", str(options.prompt)]
        subprocess.run(ask, check=True, env=peer, stderr=subprocess.DEVNULL)
        subprocess.run([options.build / "proviso", "import", there, ours], check=True, env=base, stdout=subprocess.DEVNULL)
        rates = {"ours": [], "generate()": []}
        for _ in range(options.turns):
            for name, command, env in (
                    ("ours", [options.build / "time_generation", ours, str(options.prompt), str(options.tokens),
                              str(options.threads)], base),
                    ("generate()", ask, peer)):
                run = subprocess.run(command, check=True, env=env, capture_output=True, text=True)
                row = json.loads(run.stdout.splitlines()[-1])
                rates[name].append(row["tokens"] / row["seconds"])
    for name, each in rates.items():
        print(f"{name:12} {statistics.median(each):8.1f} tokens/s   ({min(each):.1f} … {max(each):.1f})")
    print(f"ratio        {statistics.median(rates['ours']) / statistics.median(rates['generate()']):8.1f}")


if __name__ == "__main__":
    sys.exit(main())
