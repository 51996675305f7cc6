#!/usr/bin/env python3
"""The peers of the reader, for `./dev bench --peers`: Hugging Face's Transfo-XL with random weights, and Transformer-XL
in plain PyTorch as one would write it down (evaluation with cached keys, values and W_kR·R; training with hidden-state
memory). Started by beside_peers.py, which asks line by line:

    SIDE QUANTITY SHAPE       SIDE huggingface, naive or naive-bf16, QUANTITY evaluate, train or decode, SHAPE A or B

or `bf16 matrix A` (a matrix product), and gets a JSON object a line: work done (tokens), wall and processor seconds. What must be made and warmed up is made at
the first question about it, outside the time. `memory` answers with the megabytes that the process held at most."""

import json
import math
import os
import resource
import sys
import time
import warnings

warnings.filterwarnings("ignore")
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

SHAPES = {"A": dict(d=256, layers=6, heads=4, inner=1024), "B": dict(d=384, layers=8, heads=6, inner=1536)}
SEGMENT, MEMORY, VOCABULARY, LANES = 384, 1152, 8000, 4


def random_ids(lanes, length=SEGMENT):
    return torch.randint(0, VOCABULARY, (lanes, length))


class HuggingFace:
    def __init__(self, shape):
        from transformers import TransfoXLConfig, TransfoXLLMHeadModel
        d, heads = shape["d"], shape["heads"]
        self.model = TransfoXLLMHeadModel(TransfoXLConfig(
            vocab_size=VOCABULARY, cutoffs=[], d_model=d, d_embed=d, n_head=heads, d_head=d // heads,
            d_inner=shape["inner"], div_val=1, n_layer=shape["layers"], mem_len=MEMORY, clamp_len=-1,
            same_length=False, dropout=0.0, dropatt=0.0))
        self.memory = None

    def evaluate(self):
        with torch.no_grad():
            ids = random_ids(1)
            out = self.model.eval()(ids, mems=self.memory, labels=ids)
        self.memory = out.mems
        return SEGMENT

    def decode(self):
        self.model.eval()
        with torch.no_grad():
            if self.memory is None:
                self.memory = self.model(random_ids(1)).mems
            for _ in range(4):
                self.memory = self.model(random_ids(1, 1), mems=self.memory).mems
        return 4

    def train(self):
        if not hasattr(self, "optimizer"):
            self.optimizer = torch.optim.AdamW(self.model.train().parameters(), lr=2e-4, weight_decay=0)
        ids = random_ids(LANES)
        out = self.model(ids, mems=self.memory, labels=ids)
        self.memory = out.mems
        out.losses.mean().backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 0.25)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return LANES * SEGMENT


def sinusoids(rows, d):
    frequency = 10000 ** (-torch.arange(0, d, 2) / d)
    angle = torch.outer(torch.arange(rows - 1, -1, -1.0), frequency)
    return torch.cat([angle.sin(), angle.cos()], -1)


def shift(x):
    """Row i of the result is row i of x moved so that column j stands for the distance of query i and key j."""
    rows, columns = x.shape[-2:]
    return F.pad(x, (1, 0)).view(*x.shape[:-2], columns + 1, rows)[..., 1:, :].reshape(x.shape)


def causal_mask():
    return torch.full((SEGMENT, MEMORY + SEGMENT), -math.inf).triu(MEMORY + 1)


class NaiveLayer(nn.Module):
    def __init__(self, d, layers, heads, inner):
        super().__init__()
        self.heads, self.width = heads, d // heads
        self.q, self.kv = nn.Linear(d, d, bias=False), nn.Linear(d, 2 * d, bias=False)
        self.r, self.out = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.up, self.down = nn.Linear(d, inner), nn.Linear(inner, d)
        self.norm_attention, self.norm_ffn = nn.LayerNorm(d), nn.LayerNorm(d)
        self.u = nn.Parameter(0.02 * torch.randn(heads, 1, self.width))
        self.v = nn.Parameter(0.02 * torch.randn(heads, 1, self.width))

    def split(self, x):
        return x.unflatten(-1, (-1, self.width)).transpose(1, 2)

    def feed_forward(self, x, attended):
        x = self.norm_attention(x + self.out(attended.transpose(1, 2).flatten(2)))
        return self.norm_ffn(x + self.down(F.relu(self.up(x))))

    def forward(self, x, memory, positions, mask):
        q = self.split(self.q(x))
        k, v = (self.split(part) for part in self.kv(torch.cat([memory, x], 1)).chunk(2, -1))
        r = self.r(positions).unflatten(-1, (-1, self.width)).permute(1, 2, 0)
        score = (q + self.u) @ k.transpose(-1, -2) + shift((q + self.v) @ r)
        probability = score.mul_(self.width ** -0.5).add_(mask).softmax(-1)
        return self.feed_forward(x, probability @ v)

    def cached(self, x, cache, positions, mask):
        """Keys, values and positions are projected already, but for those of the segment."""
        q = self.split(self.q(x))
        k, v = (torch.cat([old, self.split(new)], 2) for old, new in zip(cache, self.kv(x).chunk(2, -1)))
        bias = shift((q + self.v) @ positions).mul_(self.width ** -0.5).add_(mask)
        attended = F.scaled_dot_product_attention(q + self.u, k, v, attn_mask=bias)
        return self.feed_forward(x, attended), (k[:, :, -MEMORY:], v[:, :, -MEMORY:])


class Naive:
    def __init__(self, shape):
        self.d = shape["d"]
        self.embedding = nn.Embedding(VOCABULARY, self.d)
        nn.init.normal_(self.embedding.weight, std=0.02)
        self.layers = nn.ModuleList(NaiveLayer(**shape) for _ in range(shape["layers"]))
        self.positions, self.mask = sinusoids(MEMORY + SEGMENT, self.d), causal_mask()
        self.memory = None

    def parameters(self):
        return [*self.embedding.parameters(), *self.layers.parameters()]

    def loss(self, x, targets):
        return F.cross_entropy(F.linear(x, self.embedding.weight).flatten(0, 1), targets.flatten())

    def evaluate(self):
        with torch.inference_mode():
            if self.memory is None:
                empty = torch.zeros(1, self.layers[0].heads, MEMORY, self.layers[0].width)
                self.memory = [(empty, empty) for _ in self.layers]
                self.projected = [layer.split(layer.r(self.positions).unsqueeze(0)).transpose(-1, -2).contiguous()
                                  for layer in self.layers]
            ids = random_ids(1)
            x = self.embedding(ids) * math.sqrt(self.d)
            for i, layer in enumerate(self.layers):
                x, self.memory[i] = layer.cached(x, self.memory[i], self.projected[i], self.mask)
            self.loss(x, ids).item()
        return SEGMENT

    def train(self, dtype=None):
        if self.memory is None:
            self.memory = [torch.zeros(LANES, MEMORY, self.d) for _ in self.layers]
            self.optimizer = torch.optim.AdamW(self.parameters(), lr=2e-4, weight_decay=0)
        ids = random_ids(LANES)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=dtype is not None):
            x = self.embedding(ids) * math.sqrt(self.d)
            memory = []
            for layer, old in zip(self.layers, self.memory):
                memory.append(torch.cat([old, x.detach().float()], 1)[:, -MEMORY:])
                x = layer(x, old, self.positions, self.mask)
            loss = self.loss(x, ids)
        loss.backward()
        nn.utils.clip_grad_norm_(self.parameters(), 0.25)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.memory = memory
        return LANES * SEGMENT


class NaiveHalf(Naive):
    """bf16 through autocast, weights and memory in fp32."""

    def train(self):
        return super().train(torch.bfloat16)


class HalfMatrix:
    """The product of two bf16 matrices of 512 rows and columns: says whether the processor knows the type."""

    def __init__(self, shape):
        self.cells = torch.ones(512, 512, dtype=torch.bfloat16)

    def matrix(self):
        self.cells @ self.cells
        return 2 * 512**3


SIDES = {"huggingface": HuggingFace, "naive": Naive, "naive-bf16": NaiveHalf, "bf16": HalfMatrix}
WARM_UP = {"evaluate": 1, "decode": 1, "train": 1, "matrix": 1}


def main():
    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    torch.manual_seed(1)
    (torch.ones(64, 64) @ torch.ones(64, 64)).sum().item()
    torch.optim.AdamW  # its module loads lazily
    ready = {}
    resident = open("/proc/self/statm").read().split()[1]
    before = int(resident) * resource.getpagesize() / 2**20
    print(json.dumps({"torch": torch.__version__, "bf16": torch.ops.mkldnn._is_mkldnn_bf16_supported()}), flush=True)
    for line in sys.stdin:
        if line.strip() == "memory":
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(json.dumps({"before_mb": before, "peak_mb": most}), flush=True)
            continue
        side, quantity, shape = key = tuple(line.split())
        if key not in ready:
            ready[key] = getattr(SIDES[side](SHAPES[shape]), quantity)
            for _ in range(WARM_UP[quantity]):
                ready[key]()
        begin, begin_processor = time.perf_counter(), time.process_time()
        work = ready[key]()
        answer = {"work": work, "wall": time.perf_counter() - begin, "processor": time.process_time() - begin_processor}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
