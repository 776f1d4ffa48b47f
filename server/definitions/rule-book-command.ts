import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { LANGUAGES } from "../../engine/flow/definition.ts";
import { readCommandLine } from "../command-line.ts";
import { OPTIONS } from "./command-options.ts";
import { bookOf } from "./rule-book.ts";
import { htmlOf } from "./rule-book-html.ts";
import { askedFlows, readSource } from "./source.ts";

/**
 * `npm run rule-book [-- --lang th|en] [-- --json] [-- --root DIR] [-- --out FILE]`: every rule in Thai and English
 * sentences made from its logic, with its source, date, cases and what they show, as a page that prints well or as data.
 */
const { values } = readCommandLine({
  name: "rule-book",
  does: "Writes every rule in Thai and English sentences, with its source, date and cases, as a page that prints well.",
  options: {
    json: { kind: "flag", means: "as data, both languages" },
    lang: { kind: "text", value: "LANG", means: "one language of the page", oneOf: LANGUAGES },
    root: OPTIONS.root,
    out: { kind: "text", value: "FILE", means: "into a file" },
  },
});
const flows = await askedFlows(values.root, undefined);
const sources = await Promise.all(flows.map(async (flow) => (await readSource(values.root, flow)).source));
const { pages, unread } = bookOf(sources);
for (const flow of unread) {
  console.error(`${flow} does not load; npm run verify says why`);
  process.exitCode = 1;
}
const text = values.json ? JSON.stringify(pages, null, 2) : pageOf();
if (values.out === undefined) console.log(text);
else await writeFile(values.out, `${text}\n`);

function pageOf(): string {
  const languages = LANGUAGES.filter((language) => values.lang === undefined || language === values.lang);
  const today = new Date().toLocaleDateString("en-GB", { timeZone: "Asia/Bangkok" });
  return htmlOf(pages, {
    languages,
    brand: process.env.BRAND === "nava" ? "nava" : "saphan",
    root: resolve(import.meta.dirname, "..", ".."),
    at: today,
  });
}
