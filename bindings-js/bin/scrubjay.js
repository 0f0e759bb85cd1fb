#!/usr/bin/env node
// Starts the command line: finds the native program for the platform, and replaces this process by it.
//
// Node from 22.15 on is replaced by the program. An older Node stays as its parent, passes signals on, and ends with the program's code.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { isatty } from "node:tty";

/** The package with the program of each supported platform. */
const PACKAGES = { "linux x64": "@scrubjay/cli-linux-x64" };
/** The signals that a parent passes on. SIGINT of a terminal's key is left out: the terminal sends it to the program too. */
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGCONT"];
const HAS_TERMINAL = [0, 1, 2].some((stream) => isatty(stream));

const program = findProgram();
const programArguments = process.argv.slice(2);
if (program !== undefined) {
  replaceProcess(program);
  await run(program);
}

/** The path of the program. Undefined: there is none, and a message has said why. */
function findProgram() {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return refuse(`there is no program for ${process.platform} on ${process.arch} yet, only for Linux on x64 with glibc`);
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/scrubjay`);
  } catch {
    if (isMusl()) return refuse("there is no program for Linux with musl (Alpine) yet, only for Linux with glibc");
    return refuse(
      `the program is in a package of its own, ${name}, which is not in node_modules`,
      `\`npm install ${name}\` adds it. npm leaves it out with \`--omit=optional\`, and a \`node_modules\` from another platform has that one's`,
    );
  }
}

/** Replaces this process by the program; returns only if Node cannot do so. */
function replaceProcess(program) {
  try {
    process.execve?.(program, ["scrubjay", ...programArguments], process.env);
  } catch {
    // `run` says why it cannot be started.
  }
}

/** Runs the program as a child with the streams of this process. */
function run(program) {
  // Before the program is started: a signal that came in between would end this process alone, or start Node's debugger.
  let child;
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  process.on("SIGINT", () => HAS_TERMINAL || child.kill("SIGINT"));
  child = spawn(program, programArguments, { stdio: "inherit", argv0: "scrubjay" });
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(refuse(`${program} cannot be started: ${error.message}`)));
    child.on("exit", (code, signal) => resolve(signal === null ? (process.exitCode = code) : endBySignal(signal)));
  });
}

/** Ends this process by the signal that ended the program, so that its parent sees the same ending. */
function endBySignal(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // If this process ignores the signal, it exits with the code that shells give for it.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
}

function isMusl() {
  return process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
}

function refuse(why, advice = "where Rust and a C compiler are, `cargo install scrubjay` builds it") {
  console.error(`error: ${why}\n${advice}\neverything that this package exports works without it`);
  process.exitCode = 1;
}
