"""Words of a text and their pieces, as src/search/word_pieces.cpp and src/text/identifiers.cpp cut them."""
import re
import unicodedata

CONTINUATION = "##"
WORDS = re.compile(r"\d+(?:st|nd|rd|th)(?![a-zA-Z])|\d+|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words_of(text):
    """Folded words, identifiers cut up. Letters outside ASCII lose their accents or are dropped."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    without_possessives = re.sub(r"(?<=\w)'s\b|(?<=s)'(?!\w)", " ", ascii_text)
    return [word.lower() for word in WORDS.findall(without_possessives)]


class Vocabulary:
    """Pieces in byte order; the number of a piece is its row."""

    def __init__(self, pieces):
        self.pieces = sorted(pieces)
        self.row_of = {piece: row for row, piece in enumerate(self.pieces)}
        self.longest = max(len(piece.removeprefix(CONTINUATION)) for piece in pieces)

    def __len__(self):
        return len(self.pieces)

    def rows_of_word(self, word):
        """Greedy, longest piece first; a character without a piece is passed over."""
        rows, first = [], 0
        while first < len(word):
            for last in range(min(len(word), first + self.longest), first, -1):
                row = self.row_of.get((CONTINUATION if first else "") + word[first:last])
                if row is not None:
                    rows.append(row)
                    break
            else:
                last = first + 1
            first = last
        return rows

    def rows_of(self, text):
        return [row for word in words_of(text) for row in self.rows_of_word(word)]
