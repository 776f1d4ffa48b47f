// Supervises the process of an npm script. If the script is stopped, the process is stopped too. A server
// that crashed is restarted.
import { readFileSync } from "node:fs";

/**
 * Pauses in milliseconds before a crashed server is restarted. A server that crashes more often in ten
 * minutes is not restarted, because a restart does not fix the fault.
 */
const WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
const CALM_AFTER_MS = 10 * 60_000;
/** Time in milliseconds that a server gets to stop on request. After that it is killed. */
const END_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 250;

/**
 * Runs the process of `start` and ends when it ends. With `again`, a server that crashes after it reported
 * "serving" is restarted, after growing pauses. A crash is an end that was not requested, with an exit code
 * other than 0.
 */
export function supervise(start, { again, say }) {
  let child = null;
  let served = false;
  let asked = false;
  let pause;
  let falls = [];

  const begin = () => {
    child = start();
    if (again) child.on("message", (message) => (served ||= message === "serving"));
    child.on("exit", ended);
  };
  const ended = (code, signal) => {
    const status = signal === null ? (code ?? 1) : 1;
    if (asked || !again || !served || status === 0) process.exit(status);
    falls = falls.filter((at) => Date.now() - at < CALM_AFTER_MS);
    const wait = WAITS_MS[falls.length];
    if (wait === undefined) {
      say(
        `The server fell ${falls.length + 1} times in ten minutes and is not started again; its log says why.`,
      );
      process.exit(1);
    }
    falls.push(Date.now());
    say(`The server ended unasked (${signal ?? `code ${code}`}); it is started again in ${wait / 1000} s.`);
    child = null;
    pause = setTimeout(begin, wait);
  };
  const stop = (signal) => {
    clearTimeout(pause);
    if (child === null) process.exit(1);
    child.kill(signal);
    if (!asked && again) setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS).unref();
    asked = true;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  // npm and its shell do not signal their child processes when they end. This process therefore stops when
  // they are gone.
  if (process.env.npm_lifecycle_event !== undefined) {
    const family = parents();
    const look = setInterval(() => {
      if (parents() === family) return;
      clearInterval(look);
      stop("SIGTERM");
    }, LOOK_EVERY_MS);
    look.unref();
  }
  begin();
}

/**
 * Returns the process id of the shell that npm runs a script in and, if the system reports it, that of npm.
 */
function parents() {
  const parent = process.ppid;
  try {
    // In this file, the process name is in brackets. After it come the state and the parent's process id.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, "utf8").split(") ").at(-1).split(" ");
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
