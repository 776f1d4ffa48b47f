import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { refusalOf, Unreadable } from "./unreadable.ts";

/**
 * A named option of a command, such as `--json`, `--root DIR` (optionally with a fixed set of values) or
 * `--seed 12`.
 */
export type CommandOption =
  | { readonly kind: "flag"; readonly means: string }
  | {
      readonly kind: "text";
      readonly value: string;
      readonly means: string;
      readonly oneOf?: readonly string[];
      readonly default?: string;
    }
  | { readonly kind: "count"; readonly value: string; readonly means: string; readonly default?: number };

export type CommandOptions = { readonly [name: string]: CommandOption };

/**
 * A positional argument (operand). Operands are listed in the order in which users type them. One with `many`
 * takes all remaining arguments.
 */
export type Operand = {
  readonly name: string;
  readonly means: string;
  readonly takes: "one" | "maybe" | "many";
  readonly oneOf?: readonly string[];
};

/** A command that a user can start, with its options and positional arguments (operands). */
export type Command<Options extends CommandOptions> = {
  /**
   * The words with which a user starts the command, before operands and options, such as `npm run bench --`.
   */
  readonly call: string;
  readonly does: string;
  readonly operands?: readonly Operand[];
  readonly options?: Options;
};

/**
 * The parsed arguments. A flag always has a value. A text or number is absent if the user did not give it and
 * it has no default.
 */
export type Typed<Options extends CommandOptions> = {
  readonly values: { readonly [Name in keyof Options]: ValueOf<Options[Name]> };
  readonly operands: readonly string[];
};

type ValueOf<Option extends CommandOption> = Option extends { readonly kind: "flag" }
  ? boolean
  :
      | (Option extends { readonly oneOf: readonly (infer Word)[] }
          ? Word
          : Option extends { readonly kind: "count" }
            ? number
            : string)
      | (Option extends { readonly default: string | number } ? never : undefined);

/** The result of parsing: the arguments, a request for help, or a description of the error. */
export type Reading<Options extends CommandOptions> =
  | { readonly kind: "typed"; readonly typed: Typed<Options> }
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly what: string };

/**
 * Reads the arguments of a command. With `--help` the process prints the usage and exits. With wrong
 * arguments it prints a message and exits with status 2. From then on, it also handles errors of the running
 * command: an unusable file gives a message and status 2, and a closed output (`| head`) ends the process
 * silently. Any other exception is a defect, and is printed with its stack.
 */
export function readCommandLine<const Options extends CommandOptions = Record<never, never>>(
  command: Command<Options>,
): Typed<Options> {
  process.on("uncaughtException", endWith);
  process.stdout.on("error", endWith);
  const reading = readWords(command, process.argv.slice(2));
  if (reading.kind === "typed") return reading.typed;
  if (reading.kind === "help") {
    console.log(usageOf(command));
    process.exit(0);
  }
  refuseWords(command, reading.what);
}

/** Prints what is wrong with the arguments, and the usage, and then exits with status 2. */
export function refuseWords<Options extends CommandOptions>(command: Command<Options>, what: string): never {
  console.error(`${what}\n\n${usageOf(command)}`);
  process.exit(2);
}

function endWith(error: unknown): never {
  if ((error as { readonly code?: string }).code === "EPIPE") process.exit(0);
  const sentence = error instanceof Unreadable ? error.message : refusalOf(error);
  console.error(sentence ?? error);
  process.exit(sentence === null ? 1 : 2);
}

/** Parses the arguments of a command. */
export function readWords<const Options extends CommandOptions>(
  { operands = [], options }: Command<Options>,
  words: readonly string[],
): Reading<Options> {
  const known = Object.entries(options ?? {});
  const config: ParseArgsOptionsConfig = { help: { type: "boolean", short: "h" } };
  for (const [name, { kind }] of known) config[name] = { type: kind === "flag" ? "boolean" : "string" };
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...words], allowPositionals: true, options: config });
  } catch (error) {
    // The first sentence of Node's message is for users and is shown. The other sentences are for programmers
    // and are dropped.
    const [what = ""] = (error as Error).message.split(/\.\s/);
    return { kind: "wrong", what: `${what.replace(/\.$/, "")}.` };
  }
  const { help, ...typed } = parsed.values;
  if (help === true) return { kind: "help" };
  const values: { [name: string]: string | number | boolean | undefined } = {};
  let what = wrongOperand(operands, parsed.positionals);
  for (const [name, option] of known) {
    const text = typed[name];
    if (option.kind === "flag") values[name] = text === true;
    else if (typeof text !== "string") values[name] = option.default;
    else {
      what ??= wrongValue(`--${name}`, option, text);
      values[name] = option.kind === "count" ? Number(text) : text;
    }
  }
  if (what !== null) return { kind: "wrong", what };
  return {
    kind: "typed",
    typed: { values: values as Typed<Options>["values"], operands: parsed.positionals },
  };
}

function wrongOperand(operands: readonly Operand[], given: readonly string[]): string | null {
  const missing = operands.find(({ takes }, at) => takes === "one" && given[at] === undefined);
  if (missing !== undefined) return `${missing.name} is missing.`;
  const last = operands.at(-1);
  for (const [at, text] of given.entries()) {
    const operand = operands[at] ?? (last?.takes === "many" ? last : undefined);
    if (operand === undefined) return `"${text}" is one word too many.`;
    const wrong = wrongWord(operand.name, operand.oneOf, text);
    if (wrong !== null) return wrong;
  }
  return null;
}

function wrongValue(name: string, option: CommandOption, text: string): string | null {
  if (option.kind === "text") return wrongWord(name, option.oneOf, text);
  return /^\d{1,15}$/.test(text) ? null : `${name} takes a whole number, not "${text}".`;
}

function wrongWord(name: string, oneOf: readonly string[] | undefined, text: string): string | null {
  if (oneOf === undefined ? text !== "" : oneOf.includes(text)) return null;
  return oneOf === undefined ? `${name} is empty.` : `${name} is ${oneOf.join(", ")}; there is no "${text}".`;
}

/** Returns the text that explains the usage of a command. */
export function usageOf<Options extends CommandOptions>({
  call,
  does,
  operands = [],
  options,
}: Command<Options>): string {
  const taken = [
    ...operands.map((one) => ({
      usage: { one: one.name, maybe: `[${one.name}]`, many: `[${one.name}...]` }[one.takes],
      typed: one.name,
      means: one.oneOf === undefined ? one.means : `${one.means}: ${one.oneOf.join(", ")}`,
    })),
    ...Object.entries(options ?? {}).map(([option, one]) => {
      const typed = `--${option}${one.kind === "flag" ? "" : ` ${choices(one) ?? one.value}`}`;
      const usual = one.kind === "flag" || one.default === undefined ? "" : ` (${one.default})`;
      return { usage: `[${typed}]`, typed, means: `${one.means}${usual}` };
    }),
  ];
  const width = Math.max(0, ...taken.map(({ typed }) => typed.length));
  return [
    [call, ...taken.map(({ usage }) => usage)].join(" "),
    does,
    ...taken.map(({ typed, means }) => `  ${typed.padEnd(width)}  ${means}`),
  ].join("\n");
}

function choices(option: CommandOption): string | undefined {
  return option.kind === "text" ? option.oneOf?.join("|") : undefined;
}
