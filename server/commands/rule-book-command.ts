import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { readCommandLine } from "../command-line.ts";
import { readLook } from "../config.ts";
import type { BookPage } from "../explain/index.ts";
import { bookOf, htmlOf } from "../explain/index.ts";
import { askedFlows, sourceReader } from "../sources/index.ts";
import { Unreadable } from "../unreadable.ts";
import { OPTIONS } from "./command-options.ts";
import { saphanCommand } from "./register.ts";
import { openPublishedRules } from "./rule-book-database.ts";

/**
 * `npm run saphan -- rule-book [-- --lang th|en] [-- --json] [-- --root DIR | --database URL] [-- --out
 * FILE]`: prints every rule in Thai and English sentences generated from its logic, with source, date, cases
 * and coverage. The output is a printable page or data. With a portal's database, shows the rules in force,
 * with versions and approvers.
 */
const { values } = readCommandLine({
  ...saphanCommand("rule-book"),
  options: {
    json: { kind: "flag", means: "as data, both languages" },
    lang: { kind: "text", value: "LANG", means: "one language of the page", oneOf: LANGUAGES },
    root: OPTIONS.root,
    database: {
      kind: "text",
      value: "URL",
      means: "what is published there instead, with versions and approvers",
    },
    out: { kind: "text", value: "FILE", means: "into a file" },
  },
});
const pages = values.database === undefined ? await pagesOfFiles() : await publishedPages(values.database);
const text = values.json ? JSON.stringify(pages, null, 2) : pageOf(pages);
if (values.out === undefined) console.log(text);
else await writeFile(values.out, `${text}\n`);

async function pagesOfFiles(): Promise<readonly BookPage[]> {
  const flows = await askedFlows(values.root, undefined);
  const readings = await Promise.all(flows.map(sourceReader(values.root)));
  const { pages, unread } = bookOf(readings.map(({ source }) => source));
  unread.forEach(sayUnread);
  return pages;
}

async function publishedPages(url: string): Promise<readonly BookPage[]> {
  const published = await openPublishedRules(url).catch((error: unknown) => {
    throw new Unreadable(`The database cannot be read: ${(error as Error).message}.`, { cause: error });
  });
  try {
    const { pages, unread } = bookOf(published.sources);
    unread.forEach(sayUnread);
    const whole: BookPage[] = [];
    for (const page of pages) {
      const flows = page.uses.map(({ flow }) => flow);
      whole.push({ ...page, versions: await published.historyOf(page.rule, flows) });
    }
    return whole;
  } finally {
    await published.close();
  }
}

function sayUnread(flow: string): void {
  console.error(`${flow} does not load; npm run verify says why`);
  process.exitCode = 1;
}

function pageOf(all: readonly BookPage[]): string {
  const languages = LANGUAGES.filter((language) => values.lang === undefined || language === values.lang);
  const today = new Date().toLocaleDateString("en-GB", { timeZone: "Asia/Bangkok" });
  return htmlOf(all, {
    languages,
    brand: readLook(process.env).brand,
    root: resolve(import.meta.dirname, "..", ".."),
    at: today,
  });
}
