import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SAPHAN_COMMANDS, type SaphanCommandName } from "./register.ts";

/**
 * `npm run saphan -- NAME ...`: runs the command with this name and the remaining arguments, in this process.
 * Without a name, or with `--help`, lists the commands. Exits with 2 if there is no such command. Otherwise
 * exits like the command: 0 for success, 1 if it found a fault, 2 if its arguments or files cannot be used.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const [name = "--help", ...rest] = process.argv.slice(2);
if (name === "--help" || name === "-h") console.log(listed());
else if (!isCommand(name)) refuse(`There is no command "${name}".\n\n${listed()}`);
else {
  const file = join(ROOT, SAPHAN_COMMANDS[name].file);
  if (existsSync(file)) await start(file);
  else refuse(`"${name}" is for development: this copy of the portal has no ${SAPHAN_COMMANDS[name].file}.`);
}

async function start(file: string): Promise<void> {
  process.argv = [process.execPath, file, ...rest];
  await import(pathToFileURL(file).href);
}

function isCommand(text: string): text is SaphanCommandName {
  return Object.hasOwn(SAPHAN_COMMANDS, text);
}

function refuse(what: string): void {
  console.error(what);
  process.exitCode = 2;
}

function listed(): string {
  const commands = Object.entries(SAPHAN_COMMANDS);
  const width = Math.max(...commands.map(([command]) => command.length));
  return [
    "npm run saphan -- NAME [...]",
    "Runs one of these commands; with --help after its name it prints its arguments.",
    ...commands.map(([command, { does }]) => `  ${command.padEnd(width)}  ${does}`),
  ].join("\n");
}
