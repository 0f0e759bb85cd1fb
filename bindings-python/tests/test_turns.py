"""Several threads with one memory: calls are answered in the order in which they came."""

import threading

from project import Project

from scrubjay import Closed, Memory

# How many calls of other threads may be answered while one thread awaits a hundred of its own. A few are answered before each of these,
# and more because threads also wait for the interpreter; before a call that is passed over again and again, it is hundreds of thousands.
MAX_BEFORE = 20_000


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
        self.assertLess(n_answered - n_before, MAX_BEFORE)
        for thread in threads:
            thread.join()

    def test_the_interpreter_ends_while_threads_ask(self) -> None:
        self.grow(200)
        source = (
            "import scrubjay, sys, threading, time\n"
            "memory = scrubjay.Memory.in_memory('.')\n"
            "memory.index()\n"
            "def ask():\n"
            "    try:\n"
            "        while True: memory.find('part')\n"
            "    except scrubjay.Closed: pass\n"
            "for _ in range(2): threading.Thread(target=ask, daemon=True).start()\n"
            "time.sleep(0.05)\n"
        )
        for last in ("memory.close()\n", ""):
            ended = self.python(source + last)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))

    def test_the_interpreter_ends_while_a_thread_indexes(self) -> None:
        self.grow(1500)
        source = (
            "import scrubjay, threading\n"
            "memory = scrubjay.Memory.open('.')\n"
            "begun = threading.Event()\n"
            "def index(): memory.index(lambda far: begun.set())\n"
            "threading.excepthook = lambda _: None\n"
            "threading.Thread(target=index, daemon=True).start()\n"
            "begun.wait()\n"
        )
        ended = self.python(source)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual((self.folder / ".scrubjay/index.lock").read_text(), "")
        with Memory.open(self.folder) as memory:
            memory.index()
            self.assertEqual(memory.status().n_files, 1502)
