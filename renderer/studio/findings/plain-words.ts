import type { Message } from "../../../engine/rules/message.ts";

/**
 * Functions that return the label of a name, as the page shows it. They return `null` if the name is unknown.
 */
export type Called = {
  /** Returns the text of a key, in the language of the finding's file. */
  readonly text: (key: string) => string | null;
  readonly step: (id: string) => string | null;
  readonly rule: (id: string) => string | null;
  readonly place: (path: string) => string | null;
  readonly effect: (id: string) => string | null;
  readonly field: (name: string) => string | null;
  /** Returns the label of an effect's input. */
  readonly input: (name: string) => string | null;
};

const STEPS = [
  "step",
  "steps",
  "end",
  "before",
  "after",
  "to",
  "from",
  "review",
  "reopened",
  "leads",
  "challenge",
];
const RULE_FILE = /^flows\/[^/]+\/rules\/([^/]+)\.json$/;
const LONGEST = 80;

/** Returns a finding's text with labels in place of file names. */
export function plainWords(text: string, says: Message, called: Called): string {
  const params = "params" in says ? Object.entries(says.params) : [];
  const known = params.flatMap(([name, param]) =>
    [param].flat().flatMap((value) => {
      const words = typeof value === "string" ? wordsFor(name, value, called) : null;
      return typeof value === "string" && words !== null ? [[value, words] as const] : [];
    }),
  );
  // Longer names are replaced first, because a short name may be the beginning of a longer one.
  return known
    .sort(([one], [other]) => other.length - one.length)
    .reduce(
      (said, [value, words]) =>
        said.replaceAll(`"${value}"`, words).replaceAll(isPath(value) ? value : `"${value}"`, words),
      text,
    );
}

/**
 * Returns the key of the text that says how to fix a finding with the studio's controls: `studio:mend.<key>`.
 * Some findings have no such text.
 */
export function mendKey(says: Message): string {
  return `studio:mend.${says.key.replaceAll(".", "-")}`;
}

function isPath(value: string): boolean {
  return /^[a-z][a-z0-9-]*:.|^(?:answers|facts|effects|derived|flags)\../.test(value);
}

function wordsFor(name: string, value: string, called: Called): string | null {
  const [, inFile = null] = RULE_FILE.exec(value) ?? [];
  const found =
    inFile !== null
      ? called.rule(inFile)
      : value.includes(":")
        ? called.text(value)
        : isPath(value)
          ? called.place(value.replace(/\?$/, ""))
          : STEPS.includes(name)
            ? called.step(value)
            : name === "rule" || name === "rules"
              ? called.rule(value)
              : name === "effect"
                ? called.effect(value)
                : name === "field" || name === "fields"
                  ? called.field(value)
                  : name === "name"
                    ? called.input(value)
                    : null;
  if (found === null) return null;
  // Some labels have quotes. They are removed, because quotes are added below.
  const bare = found.replace(/^“(.*)”$/s, "$1");
  return `“${bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare}”`;
}
