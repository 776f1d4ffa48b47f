/**
 * Groups of signs that an answer may consist of, as parts of a character class. A hyphen stands last in a
 * class, where it is a sign of its own.
 */
const GROUPS = {
  thai: "\\u0E01-\\u0E3A\\u0E40-\\u0E4E",
  latin: "A-Za-z",
  digits: "0-9",
  space: " ",
  signs: ".,/'()&",
  hyphen: "-",
} as const;

export type SignGroup = keyof typeof GROUPS;

/** The groups of signs, in the order in which a pattern contains them. */
export const SIGN_GROUPS = Object.keys(GROUPS) as readonly SignGroup[];

/**
 * Returns the pattern of texts that consist only of signs of these groups. A text does not begin with a space,
 * so a text of spaces alone is no answer. A group other than spaces must be among them.
 */
export function patternOf(groups: readonly SignGroup[]): string {
  const inked = classOf(groups.filter((group) => group !== "space"));
  return groups.includes("space") ? `^${inked}${classOf(groups)}*$` : `^${inked}+$`;
}

function classOf(groups: readonly SignGroup[]): string {
  const parts = SIGN_GROUPS.filter((group) => groups.includes(group)).map((group) => GROUPS[group]);
  return `[${parts.join("")}]`;
}

/** Returns the groups of signs that a pattern allows; `null` if `patternOf` does not write such a pattern. */
export function groupsOf(pattern: string): readonly SignGroup[] | null {
  let rest = /\[([^\]]+)\][+*]\$$/.exec(pattern)?.[1] ?? "";
  const groups: SignGroup[] = [];
  for (const group of SIGN_GROUPS) {
    if (!rest.startsWith(GROUPS[group])) continue;
    groups.push(group);
    rest = rest.slice(GROUPS[group].length);
  }
  return patternOf(groups) === pattern ? groups : null;
}
