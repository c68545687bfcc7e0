"""Which pieces the table has."""
import collections
import re

from ingredients import readable
from pieces import CONTINUATION, Vocabulary, words_of

LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"


def choose_vocabulary(teacher_pieces, texts, synsets, size):
    """The teacher's pieces of letters and digits, the words of the training texts, and then, until `size` is reached,
    the words of WordNet by how often annotators met them. The second result ranks pieces by falling frequency."""
    ranked = list(dict.fromkeys(
        piece for piece in teacher_pieces if re.fullmatch(r"(##)?[a-z]+|(##)?[0-9]{1,4}", piece)))
    chosen = dict.fromkeys(ranked)
    for letter in LETTERS_AND_DIGITS:
        chosen.setdefault(letter)
        chosen.setdefault(CONTINUATION + letter)
    counts = collections.Counter(word for text in texts for word in words_of(text) if word.isalpha())
    for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        chosen.setdefault(word)
    lemmas = collections.Counter()
    for synset in synsets:
        for lemma in synset.lemmas:
            for word in words_of(readable(lemma)):
                if word.isalpha() and len(word) > 2:
                    lemmas[word] += synset.count
    for word, _ in sorted(lemmas.items(), key=lambda item: (-item[1], item[0])):
        if len(chosen) >= size:
            break
        chosen.setdefault(word)
    rank = {piece: place for place, piece in enumerate(chosen)}
    return Vocabulary(chosen), rank
