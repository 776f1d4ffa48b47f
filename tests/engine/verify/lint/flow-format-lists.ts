import { type Fit, type RoleUse, SHOWN_ROLES } from "../../../../engine/flow/roles.ts";
import { ERROR_FILLS } from "../../../../engine/flow/text-keys.ts";
import type { HintValues, Names } from "../../../../engine/verify/lint/names.ts";

/**
 * Returns the tables of names in `docs/flow-format.md`, generated from the lists of the checks, by heading.
 */
export function listsOf(names: Names): { readonly [list: string]: string } {
  return {
    widgets: table(
      ["widget", "kinds of fields", "hints; those in bold it must have"],
      Object.entries(names.widgets).map(([name, { fits, hints = [], needs = [] }]) => [
        word(name),
        fits.join(", "),
        [...needs.map((hint) => `**${word(hint)}**`), ...hints.map(word)].join(" "),
      ]),
    ),
    hints: table(
      ["hint", "says"],
      Object.entries(names.hints).map(([name, values]) => [word(name), saidOf(values)]),
    ),
    purposes: table(
      ["purpose", "takes"],
      Object.entries(names.purposes as { [name: string]: { pdf: boolean; megabytes: number } }).map(
        ([name, { pdf, megabytes }]) => [
          word(name),
          `${pdf ? "a picture or a PDF" : "a picture"}, up to ${megabytes} MB`,
        ],
      ),
    ),
    means: table(
      ["`means`", "its hints"],
      Object.entries(names.means).map(([name, hints]) => [
        word(name),
        Object.entries(hints)
          .map(([hint, value]) => `\`${hint}\` ${word(value)}`)
          .join(", "),
      ]),
    ),
    documents: words(names.documents),
    actions: words(names.actions),
    channels: words(names.channels),
    entries: words(names.entries),
    addresses: words(names.addresses),
    challenges: table(
      ["challenge", "the invariant before it"],
      Object.entries(names.challenges).map(([name, { needs }]) => [word(name), word(needs)]),
    ),
    placeholders: table(
      ["where", "may fill in"],
      [
        ["a reason with `WithLimit`", word("limit")],
        ...Object.entries(ERROR_FILLS).map(([code, fills]) => [word(`errors.${code}`), words(fills)]),
        ["`basis` of an estimate", words(["price", "asOf"])],
        ["`text` of a prepared letter", "the `fills` of its effect's `letters`"],
      ],
    ),
  };
}

/** Returns the rows of the table of roles in `docs/flow-format.md`, without the column about the page. */
export function roleRows(): readonly string[] {
  return Object.entries<RoleUse>(SHOWN_ROLES).map(([role, { fits, on, parts }]) => {
    const needs = Object.entries(parts)
      .map(([part, of]) => `${word(part)}: ${saidFits(of)}`)
      .join("; ");
    return `| ${word(role)} | ${saidFits(fits)} | ${on.join(", ")} | ${needs === "" ? "" : `${needs} `}|`;
  });
}

function saidFits(fits: RoleUse["fits"] | undefined): string {
  if (fits === null || fits === undefined) return "anything";
  return fits.map((fit) => FITS[fit]).join(", ");
}

const FITS: { readonly [fit in Fit]: string } = {
  decimal: "an exact decimal",
  integer: "a whole number",
  number: "a number",
  date: "a date",
  instant: "an instant",
  string: "a text",
  rate: "a rate",
};

function saidOf(values: HintValues): string {
  if ("words" in values) return words(values.words);
  return "list" in values ? `one of the ${values.list} below` : "values that the field takes";
}

const word = (name: string): string => `\`${name}\``;
const words = (all: readonly string[]): string => all.map(word).join(" ");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`.replace("|  |", "| |");
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
