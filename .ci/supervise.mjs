// Looks after the process that a npm script is about: whoever ends the script ends it too, and a server that falls is
// started again.
import { readFileSync } from "node:fs";

/** Pauses before a fallen server is started again; one that falls as often in ten minutes has something else wrong. */
const WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
const CALM_AFTER_MS = 10 * 60_000;
/** A server asked to end does so in less; one that hangs is ended. */
const END_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 250;

/**
 * Runs what `start` starts and ends with it. With `again`, a process that told "serving" and then fell (ended otherwise than
 * asked to, or with anything but 0) is started again after growing pauses.
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
  // npm and its shell end without a word to what they started: whoever they leave alone ends as well.
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

/** The shell that npm runs a script in, and npm itself where the system tells. */
function parents() {
  const parent = process.ppid;
  try {
    // Behind the name in brackets: the state, then the parent.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, "utf8").split(") ").at(-1).split(" ");
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
