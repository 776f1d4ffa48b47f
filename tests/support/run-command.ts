import { join, resolve } from "node:path";
import { format } from "node:util";

/** A command's exit code and its output. */
export type Ended = { readonly code: number; readonly out: string; readonly errors: string };

const ROOT = resolve(import.meta.dirname, "..", "..");

class Exit {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

let runs = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the file of a command in this process, with arguments as Node would pass them. So its imports are
 * loaded once for all runs. `tests/server/commands/commands.test.ts` starts each command in a separate
 * process. Commands run one after the other, because they share the process's arguments, console and exit.
 */
export function runCommand(
  file: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const next = last.then(() => run(resolve(ROOT, file), words, env));
  last = next.catch(() => {});
  return next;
}

/** Runs a command about definitions by its name, as `npm run NAME` does. */
export function runNamed(name: string, ...words: readonly string[]): Promise<Ended> {
  return runCommand(join("server", "commands", `${name}-command.ts`), words);
}

async function run(
  file: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  let out = "";
  let errors = "";
  const { argv, exit, exitCode } = process;
  const { log, error } = console;
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  const watched = process.listeners("uncaughtException");
  const watchedOut = process.stdout.listeners("error");
  Object.assign(process.env, env);
  process.argv = [process.execPath, file, ...words];
  process.exitCode = undefined;
  process.exit = (code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0));
  };
  console.log = (...parts) => {
    out += `${format(...parts)}\n`;
  };
  console.error = (...parts) => {
    errors += `${format(...parts)}\n`;
  };
  const mine = () => process.listeners("uncaughtException").filter((one) => !watched.includes(one));
  try {
    runs += 1;
    const code = await import(/* @vite-ignore */ `${file}?run=${runs}`).then(
      () => Number(process.exitCode ?? 0),
      // Uncaught errors are passed to the command's own handler.
      (thrown: unknown) => ending(thrown, mine()[0]),
    );
    return { code, out, errors };
  } finally {
    for (const one of mine()) process.off("uncaughtException", one);
    for (const one of process.stdout.listeners("error"))
      if (!watchedOut.includes(one)) process.stdout.off("error", one as () => void);
    Object.assign(process, { argv, exit, exitCode });
    Object.assign(console, { log, error });
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

function ending(
  thrown: unknown,
  look: ((error: Error, origin: "uncaughtException") => void) | undefined,
): number {
  if (thrown instanceof Exit) return thrown.code;
  if (look === undefined) throw thrown;
  try {
    look(thrown as Error, "uncaughtException");
  } catch (exit) {
    if (exit instanceof Exit) return exit.code;
    throw exit;
  }
  throw thrown;
}
