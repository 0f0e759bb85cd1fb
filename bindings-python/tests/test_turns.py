"""Several threads and one memory: whoever comes first is answered first."""

import threading

from project import Project

from scrubjay import Closed, Memory

# How many calls of others may be answered while a hundred are awaited. It is a matter of a few each, but threads also wait for
# the interpreter; a call that is passed over again and again waits for hundreds of thousands.
MOST_BEFORE = 20_000


class Turns(Project):
    def test_threads_that_ask_without_end_keep_nobody_waiting(self) -> None:
        memory = Memory.in_memory(self.folder)
        memory.index()
        n_answered, begun = 0, threading.Event()

        def ask() -> None:
            nonlocal n_answered
            try:
                while True:
                    memory.find("add")
                    n_answered += 1
                    begun.set()
            except Closed:
                pass

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        begun.wait()
        n_before = n_answered
        for _ in range(100):
            memory.status()
        memory.close()
        self.assertLess(n_answered - n_before, MOST_BEFORE)
        for thread in threads:
            thread.join()
