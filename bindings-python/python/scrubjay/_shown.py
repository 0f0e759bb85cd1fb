"""Escapes untrusted texts in output, so that no character moves the cursor, ends a line, changes the direction of text or is invisible."""

import re

# The same characters as in the other hosts.
_OBEYED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
)


def one_line(text: str) -> str:
    """Returns a text on one line, with control and invisible characters escaped."""
    return _OBEYED.sub(lambda found: f"\\u{{{ord(found.group()):x}}}", text)
