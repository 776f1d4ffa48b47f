import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

// Every screen with an address, one per line of `screens.json`. A test fails if the router or the public
// pages have an address without a line. docs/screens.md lists the screens (`node tests/renderer/screens.ts`
// writes it).

/** One screen of the portal. */
export type ScreenRow = {
  /** Address as in the router; for a public page the Thai address on the server. */
  readonly address: string;
  readonly drawn: "server" | "page";
  readonly name: string;
  /** Audience of the screen; for a staff page, the demo person who uses it. */
  readonly who: string;
  readonly shows: string;
  /** Address that opens the screen in a new portal; `null` if the screen needs earlier data. */
  readonly sample?: string | null;
  /** Feature switch that the screen needs. */
  readonly flag?: string;
  /** Features of a public page that work without JavaScript, besides reading and links. */
  readonly scriptless?: string;
  /** Name of the screen's picture in docs/screens. */
  readonly picture?: string;
};

const ROOT = resolve(import.meta.dirname, "..", "..");
const PAGE = join(ROOT, "docs", "screens.md");

export const SCREEN_ROWS = JSON.parse(
  readFileSync(join(import.meta.dirname, "screens.json"), "utf8"),
) as readonly ScreenRow[];

/** Returns the part of docs/screens.md that is generated from the table. */
export function inventory(): string {
  const of = (wanted: (row: ScreenRow) => boolean) => SCREEN_ROWS.filter(wanted);
  const lines = [
    "## Inventory",
    "",
    "From `tests/renderer/screens.json`; `node tests/renderer/screens.ts` writes it. A test visits each in both languages: it fits 320 points and passes axe in both themes and brands.",
    "",
    "### Drawn by the server, for everyone",
    "",
    "Thai at the address, English under `/en`. Reading, links, menu and language work without JavaScript; the third column names what else does.",
    "",
    "| address | shows | without JavaScript |",
    "|---|---|---|",
    ...of((row) => row.drawn === "server").map(
      (row) => `| \`${row.address}\` | ${row.shows}${switched(row)} | ${row.scriptless ?? ""} |`,
    ),
    "",
    "### Drawn by the page",
    "",
    "They need JavaScript and say so without it.",
    "",
    "| address | for | shows |",
    "|---|---|---|",
    ...of((row) => row.drawn === "page").map(
      (row) => `| \`${row.address}\` | ${row.who} | ${pictured(row)}: ${row.shows}${switched(row)} |`,
    ),
    "",
  ];
  return lines.join("\n");
}

function pictured({ name, picture }: ScreenRow): string {
  const file = `screens/${picture}-phone.webp`;
  return picture !== undefined && existsSync(join(ROOT, "docs", file)) ? `[${name}](${file})` : name;
}

function switched({ flag }: ScreenRow): string {
  return flag === undefined ? "" : ` Switch \`${flag}\`.`;
}

/** Returns docs/screens.md with the current inventory. */
export function withInventory(page: string): string {
  const from = page.indexOf("## Inventory\n");
  const to = page.indexOf("\n## ", from + 1) + 1;
  return `${page.slice(0, from)}${inventory()}\n${page.slice(to)}`;
}

if (import.meta.filename === process.argv[1]) writeFileSync(PAGE, withInventory(readFileSync(PAGE, "utf8")));
