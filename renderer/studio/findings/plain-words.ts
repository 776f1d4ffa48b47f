import type { Message } from "../../../engine/rules/message.ts";

/** Labels on the page; `null` if there is no such thing. */
export type Called = {
  /** The text of a key, in the language of the finding's file. */
  readonly text: (key: string) => string | null;
  readonly step: (id: string) => string | null;
  readonly rule: (id: string) => string | null;
  readonly place: (path: string) => string | null;
  readonly effect: (id: string) => string | null;
  readonly field: (name: string) => string | null;
  /** An input of an effect. */
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
const LONGEST = 80;

/** A finding's text with labels instead of file names. */
export function plainWords(text: string, says: Message, called: Called): string {
  const params = "params" in says ? Object.entries(says.params) : [];
  const known = params.flatMap(([name, param]) =>
    [param].flat().flatMap((value) => {
      const words = typeof value === "string" ? wordsFor(name, value, called) : null;
      return typeof value === "string" && words !== null ? [[value, words] as const] : [];
    }),
  );
  // Longest first: a name may be the beginning of another.
  return known
    .sort(([one], [other]) => other.length - one.length)
    .reduce(
      (said, [value, words]) =>
        said.replaceAll(`"${value}"`, words).replaceAll(isPath(value) ? value : `"${value}"`, words),
      text,
    );
}

/** The key of the correction that names the studio's controls, if it has one: `studio:mend.<key>`. */
export function mendKey(says: Message): string {
  return `studio:mend.${says.key.replaceAll(".", "-")}`;
}

function isPath(value: string): boolean {
  return /^[a-z][a-z0-9-]*:.|^(?:answers|facts|effects|derived|flags)\../.test(value);
}

function wordsFor(name: string, value: string, called: Called): string | null {
  const found = value.includes(":")
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
  // A label may have its own quotes, as the names of places do.
  const bare = found.replace(/^“(.*)”$/s, "$1");
  return `“${bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare}”`;
}
