"""Shortens texts of messages to the limits of the interface."""

from __future__ import annotations


def cut(text: str, max_bytes: int) -> str:
    """Shortens a text to `max_bytes`: keeps its beginning and end, with the number of omitted bytes between them.

    NUL and lone surrogates become U+FFFD, also in a text that is short enough.
    """
    encoded = _bytes(text)
    if len(encoded) <= max_bytes:
        return encoded.decode()
    n_end_bytes = (max_bytes - 64) // 2
    begin, end = encoded[:n_end_bytes].decode(errors="ignore"), encoded[-n_end_bytes:].decode(errors="ignore")
    n_omitted = len(encoded) - len(begin.encode()) - len(end.encode())
    return f"{begin}\n[… {n_omitted} bytes left out …]\n{end}"


def _bytes(text: str) -> bytes:
    # Lone surrogates cannot be encoded, and records may not contain NUL.
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        encoded = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
    return encoded.replace(b"\0", chr(0xFFFD).encode())
