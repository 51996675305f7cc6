#!/usr/bin/env python3
"""Makes the parity fixtures beside this file: tiny Hugging Face TransfoXLLMHeadModel checkpoints with random
weights, and what they give on one stream of random tokens, cut into segments, memory carried over.

Needs torch 2.11 and transformers 4.35.2 (Python 3.11): python make_fixtures.py
Seeds are fixed; the committed files were made so. Read by parity_test.cc, and by the import test of e2e.

CASE/config.json, CASE/model.safetensors   what save_pretrained() writes
uniform/{ids.txt,losses.txt}               for `evaluate --token-ids ids.txt --losses --seg-len 8`
CASE/expected.safetensors                  ids [N]; lengths [S] of the segments;
                                           hidden.S.L [q, d]: input of layer L (the last L: the output);
                                           memory.S.L [mem_len, d] after segment S;
                                           losses [N - 1]: -log p of ids 2..N in token order
"""
import json
import pathlib
import shutil
import warnings

import torch
from safetensors.torch import save_file
from transformers import TransfoXLConfig, TransfoXLLMHeadModel

warnings.filterwarnings("ignore")
torch.set_num_threads(1)
HERE = pathlib.Path(__file__).resolve().parent

BASE = dict(vocab_size=50, d_model=24, d_embed=24, n_head=3, d_head=6, d_inner=40, n_layer=2, cutoffs=[], div_val=1,
            mem_len=9, clamp_len=-1, same_length=False, untie_r=True, pre_lnorm=False, dropout=0.0, dropatt=0.0,
            trainer_compatible=True)
# Segment lengths of all cases: longer than, equal to and shorter than the memories below, and one token alone.
SEGMENTS = [7, 9, 4, 1, 11, 9]

CASES = {
    "plain": {},
    "adaptive-div1": dict(cutoffs=[10, 25, 40]),
    "adaptive-div2": dict(cutoffs=[10, 25, 40], div_val=2, d_embed=16),
    "adaptive-div1-narrow": dict(cutoffs=[12, 30], d_embed=14),
    "adaptive-own-projections": dict(cutoffs=[12, 30], div_val=2, proj_share_all_but_first=False),
    "div2-one-cluster": dict(div_val=2, d_embed=20),
    "clamp": dict(clamp_len=6),
    "same-length": dict(same_length=True),
    "same-length-clamp-adaptive": dict(same_length=True, clamp_len=10, cutoffs=[20], div_val=4, mem_len=20,
                                       n_layer=3),
    "tied-biases": dict(untie_r=False),
    "long-memory": dict(mem_len=30),
    "short-memory": dict(mem_len=3),
    "no-memory": dict(mem_len=0),
    "pre-norm": dict(pre_lnorm=True, layer_norm_epsilon=1e-3),
    "untied-embeddings": dict(tie_word_embeddings=False, cutoffs=[10, 25], div_val=2),
    "uniform": dict(cutoffs=[10, 25], div_val=2, mem_len=12, clamp_len=15, same_length=True),
}
UNIFORM = [8, 8, 8, 8, 8, 8, 3]


def randomise(model, seed):
    """Weights large enough for every part to show in the result; norms and biases away from 1 and 0."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        shape = parameter.shape
        if "layer_norm.weight" in name:
            value = 1 + 0.2 * torch.randn(shape, generator=generator)
        elif parameter.dim() == 1:
            value = 0.2 * torch.randn(shape, generator=generator)
        elif "emb_layers" in name or "out_layers" in name:
            value = 0.3 * torch.randn(shape, generator=generator)
        elif "r_w_bias" in name or "r_r_bias" in name:
            value = 0.5 * torch.randn(shape, generator=generator)
        else:
            value = torch.randn(shape, generator=generator) * 0.8 / shape[-1] ** 0.5
        parameter.data.copy_(value)


def ordered(bucketed, labels, cutoffs):
    """Hugging Face's labelled losses come cluster by cluster; puts them back into token order."""
    cluster = torch.bucketize(labels, torch.tensor(cutoffs), right=True) if cutoffs else torch.zeros_like(labels)
    result = torch.empty_like(bucketed)
    result[torch.sort(cluster, stable=True).indices] = bucketed
    return result


def make(name, changes, seed):
    segments = UNIFORM if name == "uniform" else SEGMENTS
    config = TransfoXLConfig(**{**BASE, **changes})
    torch.manual_seed(seed)
    model = TransfoXLLMHeadModel(config)
    randomise(model, seed)
    model.tie_weights()
    model.eval()
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder, safe_serialization=True)
    (folder / "generation_config.json").unlink(missing_ok=True)

    ids = torch.randint(0, config.vocab_size, (sum(segments),), generator=torch.Generator().manual_seed(seed + 1))
    expected = {"ids": ids, "lengths": torch.tensor(segments)}
    log_p, mems, start = [], None, 0
    with torch.no_grad():
        for s, length in enumerate(segments):
            part = ids[start:start + length][None]
            if length > 1:  # its own losses agree with its log-probabilities
                labelled = model(part, mems=mems, labels=part)
                plain = model(part, mems=mems).prediction_scores[0]
                wanted = -plain[:-1].gather(1, part[0, 1:, None])[:, 0]
                difference = (ordered(labelled.losses[0], part[0, 1:], config.cutoffs) - wanted).abs().max()
                assert difference < 1e-5, difference
            out = model(part, mems=mems, output_hidden_states=True)
            for layer, hidden in enumerate(out.hidden_states):
                expected[f"hidden.{s}.{layer}"] = hidden[0].clone().contiguous()
            if out.mems is not None:
                for layer, memory in enumerate(out.mems):
                    expected[f"memory.{s}.{layer}"] = memory[:, 0].clone().contiguous()
            log_p.append(out.prediction_scores[0])
            mems = out.mems
            start += length
    expected["losses"] = -torch.cat(log_p)[:-1].gather(1, ids[1:, None])[:, 0]
    save_file(expected, folder / "expected.safetensors")
    if name == "uniform":
        (folder / "ids.txt").write_text(" ".join(str(i.item()) for i in ids) + "\n")
        (folder / "losses.txt").write_text("".join(f"{loss.item():.7f}\n" for loss in expected["losses"]))
    print(f"{name}: mean loss {expected['losses'].mean():.4f}, "
          f"{sum(f.stat().st_size for f in folder.iterdir())} bytes")


for number, (case, options) in enumerate(CASES.items()):
    make(case, options, 1000 + 10 * number)
