import { writeFile } from "node:fs/promises";
import type { Definition } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { load, verify } from "../../engine/verify/index.ts";
import type { Words } from "../../engine/verify/words/people.ts";
import { type RulePage, ruleBookOf } from "../../engine/verify/words/rule-book.ts";
import { readCommandLine } from "../command-line.ts";
import { askedFlows, readSource } from "./source.ts";

/**
 * `npm run rule-book [-- --root DIR] [-- --json] [-- --out FILE]`: every rule in Thai and English sentences made from its
 * logic, with its source, date and cases, as a page that prints well (HTML) or as data.
 */
const { values } = readCommandLine({
  name: "rule-book",
  does: "Writes every rule in Thai and English sentences, with its source, date and cases, as a page.",
  options: {
    json: { kind: "flag", means: "as data" },
    root: {
      kind: "text",
      value: "DIR",
      means: "the folder that holds flows, schemas, flags and locales",
      default: ".",
    },
    out: { kind: "text", value: "FILE", means: "into a file" },
  },
});
const definitions: Definition[] = [];
const flows = await askedFlows(values.root, undefined);
for (const flow of flows) {
  const loaded = load((await readSource(values.root, flow)).source);
  if (loaded.ok) definitions.push(loaded.value);
  else {
    console.error(`${flow} does not load; npm run verify says why`);
    process.exitCode = 1;
  }
}
const own = ruleBookOf(definitions);
const pages = [...own, ...(await unusedPages(new Set(own.map(({ id }) => id))))].sort((left, right) =>
  left.id < right.id ? -1 : 1,
);
const text = values.json ? JSON.stringify(pages, null, 2) : bookOf(pages);
if (values.out === undefined) console.log(text);
else await writeFile(values.out, `${text}\n`);

/** Shared rules that no flow names: read as if the first flow that knows their places named them. */
async function unusedPages(known: ReadonlySet<string>): Promise<readonly RulePage[]> {
  const found: RulePage[] = [];
  for (const flow of flows) {
    const { source } = await readSource(values.root, flow);
    const file = `flows/${flow}/flow.json`;
    const shared = Object.keys(source.files).flatMap(
      (path) => /^flows\/shared\/rules\/(.+)\.json$/.exec(path)?.[1] ?? [],
    );
    for (const rule of shared.filter((id) => !known.has(id) && !found.some((page) => page.id === id))) {
      const whole = source.files[file] as { readonly invariants?: readonly Json[]; readonly start: string };
      const named = {
        ...whole,
        invariants: [...(whole.invariants ?? []), { before: whole.start, rule }],
      } as Json;
      const { definition, findings } = verify({ flow, files: { ...source.files, [file]: named } });
      const broken = findings.some((finding) => finding.file.endsWith(`/${rule}.json`));
      if (definition === null || broken) continue;
      found.push(
        ...ruleBookOf([definition])
          .filter(({ id }) => id === rule)
          .map((page) => ({ ...page, flows: [] })),
      );
    }
  }
  return found;
}

function bookOf(all: readonly RulePage[]): string {
  return `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<title>ประมวลกฎ · Rule book</title>
<style>
body { font: 11pt/1.5 "IBM Plex Sans Thai", sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { break-inside: avoid-page; border-top: 1px solid; padding-top: 1rem; margin-top: 2rem; }
h2 { margin: 0 } .en { color: #555 } table { border-collapse: collapse; width: 100% }
td, th { border: 1px solid #999; padding: .3rem .5rem; text-align: left; vertical-align: top }
code { font-size: 9pt; overflow-wrap: anywhere }
@page { margin: 20mm }
</style>
</head>
<body>
<h1>ประมวลกฎ <span class="en">Rule book</span></h1>
${all.map(pageOf).join("\n")}
</body>
</html>`;
}

function pageOf(page: RulePage): string {
  const clauses = page.clauses.map(
    ({ says, reason }) => `<tr><td>${both(says)}</td><td>${both(reason)}</td></tr>`,
  );
  const rows = page.table.map(
    ({ when, value }) =>
      `<tr><td>${when === null ? both({ th: "นอกนั้น", en: "otherwise" }) : both(when)}</td><td>${both(value)}</td></tr>`,
  );
  const cases = page.cases.map(
    ({ why, given, expect }) =>
      `<tr><td>${escaped(why)}</td><td><code>${escaped(JSON.stringify(given))}</code></td><td><code>${escaped(JSON.stringify(expect))}</code></td></tr>`,
  );
  return `<article id="${escaped(page.id)}">
<h2>${escaped(page.title.th)}</h2><p class="en">${escaped(page.title.en)} · <code>${escaped(page.id)}</code></p>
<p>${escaped(page.source)} · ${escaped(page.owner)} · ${escaped(page.from)} · ${escaped(page.flows.join(", "))}</p>
<p>${both(page.onMissing.words)}</p>
${clauses.length > 0 ? `<table><thead><tr><th>ต้องเป็นจริงทุกข้อ · all must hold</th><th>เหตุผล · reason</th></tr></thead><tbody>${clauses.join("")}</tbody></table>` : ""}
${rows.length > 0 ? `<table><thead><tr><th>เมื่อ · when</th><th>ค่า · value</th></tr></thead><tbody>${rows.join("")}</tbody></table>` : ""}
<details><summary>${page.cases.length} ตัวอย่าง · cases</summary><table><tbody>${cases.join("")}</tbody></table></details>
</article>`;
}

function both({ th, en }: Words): string {
  return `${escaped(th)}<br><span class="en">${escaped(en)}</span>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
