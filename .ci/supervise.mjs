// Supervises the process of an npm script: ending the script ends it too, and a crashed server is restarted.
import { readFileSync } from "node:fs";

/** Pauses before a crashed server is restarted; one that crashes this often in ten minutes has another fault. */
const WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
const CALM_AFTER_MS = 10 * 60_000;
/** A server ends within this time on request; one that hangs is killed. */
const END_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 250;

/**
 * Runs the process of `start` and ends with it. With `again`, a process that reported "serving" and then crashed
 * (ended unasked, or with another code than 0) is restarted after growing pauses.
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
  // npm and its shell do not signal their children when they end: a process left alone by them ends as well.
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

/** The shell that npm runs a script in, and npm itself if the system reports it. */
function parents() {
  const parent = process.ppid;
  try {
    // After the name in brackets: the state, then the parent.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, "utf8").split(") ").at(-1).split(" ");
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
