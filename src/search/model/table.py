"""The file of the table: src/search/static_model.cpp reads it.

    8 bytes   "QDSTATIC"
    4 × u32   format (1), pieces, dimension, bytes of the piece texts
    16 bytes  identity: the first half of the SHA-256 of all that follows
    f32       scale of each row; the weight of its piece is in it
    i8        components, row-major
    text      the pieces in byte order, each followed by a line end

All little-endian.
"""
import hashlib
import struct

import numpy as np

from pieces import Vocabulary

MAGIC = b"QDSTATIC"


def quantise(rows):
    """Bytes and scales with rows ≈ scales × bytes."""
    largest = np.maximum(np.abs(rows).max(1), 1e-12)
    return np.rint(rows / largest[:, None] * 127).astype(np.int8), (largest / 127).astype(np.float32)


def write_table(path, vocabulary, rows):
    components, scales = quantise(rows)
    texts = "".join(piece + "\n" for piece in vocabulary.pieces).encode()
    body = scales.astype("<f4").tobytes() + components.tobytes() + texts
    header = struct.pack("<4I", 1, len(vocabulary), rows.shape[1], len(texts))
    path.write_bytes(MAGIC + header + hashlib.sha256(body).digest()[:16] + body)


def read_table(path):
    """The vocabulary, and the rows as float32."""
    data = path.read_bytes()
    _, count, dimension, text_bytes = struct.unpack("<4I", data[8:24])
    scales = np.frombuffer(data, "<f4", count, 40)
    components = np.frombuffer(data, np.int8, count * dimension, 40 + 4 * count).reshape(count, dimension)
    texts = data[len(data) - text_bytes:].decode().split("\n")[:-1]
    return Vocabulary(texts), components * scales[:, None]
