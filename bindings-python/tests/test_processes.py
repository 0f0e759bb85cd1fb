"""Several processes with one store: the command line, other Pythons, forks, and processes that end in a call."""

import json
import os
import signal
import subprocess
import sys
import time

from project import PROGRAM, Project

from scrubjay import Closed, Locked, Memory, report


class Processes(Project):
    def test_what_the_command_line_wrote_is_read_here(self) -> None:
        self.assertEqual(self.program("index").returncode, 0)
        with Memory.reading(self.folder) as memory:
            self.assertEqual(memory.callers("Shelf.add").steps[0].symbol.id, "shop.py#restock")
        with Memory.open(self.folder) as memory:
            indexed = memory.index()
            self.assertEqual((indexed.n_read, indexed.n_same), (0, 2))

    def test_what_was_written_here_is_read_by_the_command_line(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
            generation = memory.status().generation
        answer = json.loads(self.program("--json", "callers", "Shelf.add").stdout)
        self.assertEqual(answer["steps"][0]["symbol"]["id"], "shop.py#restock")
        self.assertEqual(json.loads(self.program("--json", "status").stdout)["generation"], generation)
        self.assertEqual(json.loads(self.program("--json", "index").stdout)["n_same"], 2)

    def test_the_command_line_waits_for_this_process_or_is_told_of_it(self) -> None:
        refused_runs = []

        def tell(_: object) -> None:
            if not refused_runs:
                refused_runs.append(self.program("--json", "index", "--wait", "0"))
                self.assertEqual(self.program("--json", "status").returncode in (0, 3), True)

        with Memory.open(self.folder) as memory:
            memory.index(tell)
            self.assertEqual(refused_runs[0].returncode, 1)
            self.assertEqual(json.loads(refused_runs[0].stdout)["error"]["code"], "locked")
            self.assertIn(f"process {os.getpid()}", refused_runs[0].stderr)
            self.assertEqual(self.program("index").returncode, 0, "an open memory keeps nobody from indexing")

    def test_this_process_waits_for_another_one_or_is_told_of_it(self) -> None:
        hold = (
            "import sys, scrubjay\n"
            "def tell(_): print('held', flush=True); sys.stdin.readline()\n"
            "scrubjay.Memory.open('.').index(tell)\n"
        )
        words = [sys.executable, "-c", hold]
        with subprocess.Popen(words, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            memory = Memory.open(self.folder)
            with self.assertRaises(Locked) as caught:
                memory.index(wait=0)
            self.assertEqual(caught.exception.pid, holder.pid)
            self.assertTrue(caught.exception.path.endswith("index.lock"))
            stages = []

            def tell(stage: object) -> None:
                if not stages:
                    holder.kill()
                stages.append(stage)

            # Its death is seen at once, and nobody has to clear the lock.
            self.assertEqual(memory.index(tell).n_read, 2)
            self.assertEqual(stages[0], report.Waiting(pid=holder.pid))
            memory.close()

    def test_a_process_killed_in_mid_index_has_lost_nothing_that_was_there(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
            export_before = memory.export()
        self.grow(400)
        source = (
            "import scrubjay\n"
            "memory = scrubjay.Memory.open('.')\n"
            "memory.index(lambda far: print(getattr(far, 'n_files', 0), flush=True))\n"
        )
        words = [sys.executable, "-c", source]
        with subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            self.assertGreater(int(process.stdout.readline()), 0)
            process.kill()
        with Memory.reading(self.folder) as memory:
            self.assertTrue(set(export_before.splitlines()) <= set(memory.export().splitlines()))
        with Memory.open(self.folder) as memory, Memory.in_memory(self.folder) as fresh_memory:
            memory.index()
            fresh_memory.index()
            self.assertEqual(memory.export(), fresh_memory.export())

    def test_a_lock_of_another_machine_is_left_to_a_person(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
        lock = self.folder / ".scrubjay/index.lock.js"
        lock.write_text("host=elsewhere\nboot=1\nspace=1\npid=7\nstarted=1\n")
        with Memory.open(self.folder) as memory, self.assertRaises(Locked) as caught:
            memory.index()
        self.assertEqual((caught.exception.host, caught.exception.pid), ("elsewhere", 7))
        self.assertTrue(str(caught.exception).endswith(f"if it cannot be running any more, remove {caught.exception.path}"))
        with Memory.reading(self.folder) as memory:
            self.assertEqual(memory.status().n_files, 2)
        lock.unlink()
        with Memory.open(self.folder) as memory:
            memory.index()

    def test_a_full_disk_is_told_of_and_the_memory_goes_on_with_room(self) -> None:
        self.grow(100)
        # To the program, files that may not grow look like a disk with no room left.
        source = (
            "import resource, scrubjay\n"
            "memory = scrubjay.Memory.open('.')\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))\n"
            "try:\n"
            "    memory.index()\n"
            "except scrubjay.errors.DiskFull:\n"
            "    print('full')\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n"
            "memory.index()\n"
            "print(memory.status().n_files)\n"
        )
        ran = self.python(source)
        self.assertEqual(ran.stdout, "full\n102\n", ran.stderr)

    def test_a_memory_that_nobody_closed_is_closed_at_the_end(self) -> None:
        ran = self.python("import scrubjay; memory = scrubjay.Memory.open('.'); memory.index(); kept = [memory, memory]")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual((self.folder / ".scrubjay/index.lock").read_text(), "")

    def test_after_a_fork_the_memory_is_the_parents_alone(self) -> None:
        with Memory.open(self.folder) as memory:
            memory.index()
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    memory.status()
                except Closed:
                    memory.close()
                    del memory
                    code = 0
                finally:
                    os._exit(code)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(memory.status().n_files, 2)

    def test_control_c_ends_an_index_run_and_what_was_taken_in_stays(self) -> None:
        self.grow(1500)
        # The signal comes from inside, a moment after the first file: one from here might find the run over.
        source = (
            "import scrubjay, signal\n"
            "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
            "def tell(far):\n"
            "    if isinstance(far, scrubjay.report.Read) and far.n_files == 1:\n"
            "        signal.setitimer(signal.ITIMER_REAL, 0.01)\n"
            "with scrubjay.Memory.open('.') as memory:\n"
            "    try:\n"
            "        memory.index(tell)\n"
            "    except KeyboardInterrupt:\n"
            "        print('interrupted', memory.status().n_files < 1502)\n"
        )
        ran = self.python(source)
        self.assertEqual(ran.stdout, "interrupted True\n", ran.stderr)
        with Memory.open(self.folder) as memory:
            memory.index()
            self.assertEqual(memory.status().n_files, 1502)

    def test_control_c_ends_a_wait_for_another_thread(self) -> None:
        source = (
            "import scrubjay, signal, threading, time\n"
            "memory = scrubjay.Memory.in_memory('.')\n"
            "busy, enough = threading.Event(), threading.Event()\n"
            "def tell(_):\n"
            "    busy.set(); enough.wait()\n"
            "threading.Thread(target=memory.index, args=(tell,)).start()\n"
            "busy.wait()\n"
            "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
            "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
            "try:\n"
            "    memory.status()\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
            "enough.set()\n"
            # Its place is free: whoever comes now is answered.
            "print(memory.status().n_files)\n"
        )
        ran = self.python(source)
        self.assertEqual(ran.stdout, "interrupted\n2\n", ran.stderr)


class CommandLine(Project):
    """`python -m scrubjay` has the output and the exit codes of the program."""

    def module(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, "-m", "scrubjay", *arguments]
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_it_answers_and_ends_as_the_program_does(self) -> None:
        self.assertEqual(self.module("index").returncode, 0)
        for arguments in (["callers", "Shelf.add"], ["find", "nothing_of_the_kind"], ["--json", "map"], ["--help"],
                          ["no-such-command"], [], ["--version"], ["callers", "Shelf.add", "--depth", "0"]):
            with self.subTest(arguments=arguments):
                module_run, program_run = self.module(*arguments), self.program_here(*arguments)
                self.assertEqual((module_run.returncode, module_run.stdout, module_run.stderr),
                                 (program_run.returncode, program_run.stdout, program_run.stderr))

    def program_here(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_control_c_ends_an_index_run(self) -> None:
        self.grow(1500)
        words = [sys.executable, "-m", "scrubjay", "index"]
        with subprocess.Popen(words, cwd=self.folder, stderr=subprocess.PIPE, text=True) as process:
            lock = self.folder / ".scrubjay/index.lock"
            while not lock.exists() or lock.read_text() == "":
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            error_text = process.stderr.read()
        self.assertEqual(process.returncode, 130, error_text)
        self.assertIn("stopped", error_text)
        self.assertEqual(lock.read_text(), "")
