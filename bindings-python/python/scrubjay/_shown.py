"""Texts of others as they are shown: data, of which nothing moves a cursor, ends a line, turns its direction or hides."""

import unicodedata

_OBEYED = frozenset({"Cc", "Cf", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Letters and signs are made of them."""


def one_line(text: str) -> str:
    """The text on one line, in which such characters are spelled out."""
    return "".join(f"\\u{{{ord(char):x}}}" if _is_obeyed(char) else char for char in text)


def _is_obeyed(char: str) -> bool:
    return unicodedata.category(char) in _OBEYED and char not in _JOINERS
