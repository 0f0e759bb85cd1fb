"""Notes in Python, as a process among others: `notes.py FILE NAME N` adds N notes to FILE, in channel NAME."""

import sys

from scrubjay import Records

file, name, n = sys.argv[1:]
with Records(file) as records:
    for at in range(int(n)):
        records.remember(str(at), channel=name, event_id=f"{name}-{at}")
        print(at, flush=True)
