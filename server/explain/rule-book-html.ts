import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BRANDS, type Brand } from "../../domain/brands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { type Chapter, chaptersOf } from "../../engine/verify/rule-book/index.ts";
import en from "../../locales/en/rule-book.json" with { type: "json" };
import th from "../../locales/th/rule-book.json" with { type: "json" };
import { articleOf, type BookPage } from "./rule-book-article.ts";
import { escaped, type Say, sayIn } from "./rule-book-text.ts";

/**
 * Renders the rule book as one HTML page that needs no other files. It has a table of contents, a chapter per
 * flow, an article per rule, and page numbers in print. The whole book comes once for each language, one
 * after the other. Colours and fonts are read from the project's folder (`root`).
 */
export function htmlOf(
  pages: readonly BookPage[],
  given: {
    readonly languages: readonly Language[];
    readonly brand: Brand;
    readonly root: string;
    readonly at: string;
  },
): string {
  const chapters = chaptersOf(pages);
  const [first = "th"] = given.languages;
  const say = sayIn(TEXTS[first], first);
  return `<!doctype html>
<html lang="${first}" data-brand="${given.brand}" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${given.languages.map((language) => escaped(sayIn(TEXTS[language], language)("title"))).join(" · ")}</title>
<style>
${fontsOf(given.root)}
${readFileSync(join(given.root, "renderer", "kit", "brand", "tokens.css"), "utf8")}
${STYLE}
@page { @bottom-left { content: "${BRANDS[given.brand].name} · ${say("title")} · ${given.at}"; } }
</style>
</head>
<body>
${given.languages.map((language) => partOf(chapters, language, given.at)).join("\n")}
</body>
</html>`;
}

const TEXTS = { th, en };

function partOf(chapters: readonly Chapter<BookPage>[], language: Language, at: string): string {
  const say = sayIn(TEXTS[language], language);
  const numbers = new Map(chapters.flatMap(({ pages }) => pages).map(({ id }, index) => [id, index + 1]));
  const number = (page: BookPage): number => numbers.get(page.id) ?? 0;
  const title = (chapter: Chapter<BookPage>): string =>
    chapter.title?.[language] ?? say(`groups.${chapter.id}`);
  return `<div class="part" lang="${language}">
<header class="cover">
<h1>${escaped(say("title"))}</h1>
<p class="lead">${escaped(say("intro"))}</p>
<p class="small">${escaped(say("made", { at }))} · ${escaped(say("count", { count: numbers.size }))}</p>
${isOfFiles(chapters) ? `<p class="small">${escaped(say("filesOnly"))}</p>` : ""}
</header>
<nav class="contents" aria-label="${escaped(say("contents"))}">
<h2>${escaped(say("contents"))}</h2>
<div class="chapters">
${chapters
  .map(
    (chapter) => `<div><h3>${escaped(title(chapter))}</h3>
<ol>${chapter.pages.map((page) => `<li value="${number(page)}"><a href="#${language}-${page.id}">${escaped(page.title[language])}</a></li>`).join("")}</ol></div>`,
  )
  .join("\n")}
</div>
</nav>
${readingOf(say)}
${chapters
  .map(
    (chapter) => `<section class="chapter" aria-label="${escaped(title(chapter))}">
${chapter.pages.map((page) => articleOf(page, { language, say, number: number(page), chapter: title(chapter) })).join("\n")}
</section>`,
  )
  .join("\n")}
</div>`;
}

function isOfFiles(chapters: readonly Chapter<BookPage>[]): boolean {
  return chapters.every(({ pages }) => pages.every(({ versions }) => versions === undefined));
}

function readingOf(say: Say): string {
  const points = ["0", "1", "2", "3"].map((point) => `<li>${escaped(say(`reading.${point}`))}</li>`);
  return `<section class="reading"><h2>${escaped(say("reading.title"))}</h2><ul>${points.join("")}</ul></section>`;
}

const RANGES = {
  thai: "U+02D7, U+0303, U+0331, U+0E01-0E5B, U+200C-200D, U+25CC",
  latin: "U+0000-00FF, U+2000-206F, U+2191, U+2193, U+2212, U+2215",
};

function fontsOf(root: string): string {
  const faces: string[] = [];
  for (const [subset, range] of Object.entries(RANGES))
    for (const weight of [400, 600]) {
      const name = `ibm-plex-sans-thai-${subset}-${weight}-normal.woff2`;
      const file = join(root, "node_modules", "@fontsource", "ibm-plex-sans-thai", "files", name);
      const data = readFileSync(file).toString("base64");
      faces.push(
        `@font-face { font-family: "IBM Plex Sans Thai"; font-weight: ${weight}; src: url("data:font/woff2;base64,${data}") format("woff2"); unicode-range: ${range}; }`,
      );
    }
  return faces.join("\n");
}

const STYLE = `
@page { size: A4; margin: 20mm 18mm 22mm; @bottom-left { font: 8pt "IBM Plex Sans Thai"; color: #43504A; } @bottom-right { content: counter(page) " / " counter(pages); font: 8pt "IBM Plex Sans Thai"; color: #43504A; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: var(--s24) var(--s24) var(--s48); max-width: 860px; background: #fff; color: var(--ink); font: 400 16px/1.6 var(--font); overflow-wrap: anywhere; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; } h1, h2, h3, th { font-weight: 600; line-height: var(--lh-head); }
a { color: var(--brand-ink); } .small { color: var(--ink-2); font-size: var(--t14); }
.cover { padding: var(--s32) var(--s24); border-radius: var(--r-card); background: var(--brand); color: #fff; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.cover h1 { font-size: var(--t36); } .cover .lead { margin: var(--s8) 0 var(--s16); max-width: 56ch; } .cover .small { color: var(--on-brand-2); }
.contents, .reading { margin-top: var(--s24); } .contents h3 { padding-top: var(--s12); color: var(--ink-2); font-size: var(--t14); }
.contents ol, .reading ul { padding-left: 28px; } .contents li { padding: 2px 0; } .chapters { columns: 2; column-gap: var(--s32); } .chapters > div { break-inside: avoid; } .reading li { margin-top: var(--s8); }
.rule { margin-top: var(--s48); padding-top: var(--s24); border-top: 3px solid var(--brand); }
.rule > header .over { color: var(--ink-2); font-size: var(--t14); } .rule h2 { font-size: var(--t28); } .rule h3 { margin: var(--s24) 0 var(--s8); font-size: var(--t18); break-after: avoid; }
.meta { display: grid; grid-template-columns: max-content 1fr; gap: var(--s4) var(--s16); margin-top: var(--s12); } .meta dt { color: var(--ink-2); } .meta ul { list-style: none; padding: 0; } .meta ul ul { padding-left: 18px; list-style: disc; }
.clauses { display: grid; gap: var(--s12); padding: 0; list-style: none; counter-reset: clause; }
.clauses > li { display: grid; grid-template-columns: 32px 1fr; padding: var(--s12) var(--s16) var(--s12) var(--s12); border: 1px solid var(--line); border-radius: var(--r-input); break-inside: avoid; counter-increment: clause; }
.clauses > li::before { content: counter(clause) "."; font-weight: 600; } .clauses .small { margin-top: 2px; }
.logic { padding-left: 22px; } .logic li { margin-top: 2px; } .head { font-weight: 600; }
table { width: 100%; border-collapse: collapse; } th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; } thead th { color: var(--ink-2); font-size: var(--t14); border-bottom-color: var(--line-strong); } thead { display: table-header-group; } tr { break-inside: avoid; }
.cases td, .covers td, .covers th { font-size: var(--t14); } .cases ul { padding-left: 16px; } .narrow { width: 44px; } .cases thead th { white-space: nowrap; } .answer { width: 21%; } .note { width: 24%; } .word { font-weight: 600; } .word--met { color: var(--gain); } .word--notMet { color: var(--loss); } .word--unknown { color: var(--warn); }
.versions { display: grid; gap: var(--s12); padding: 0; list-style: none; } .versions > li { padding-left: var(--s12); border-left: 3px solid var(--brand-line); break-inside: avoid; } .versions ul { padding-left: 20px; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } .rule, .part + .part { margin-top: 0; break-before: page; } .cover { margin-bottom: 8mm; } .reading { break-inside: avoid; } .rule h2 { font-size: 18pt; } .small, .cases td, .covers td, .covers th, thead th { font-size: 9pt; } a { color: inherit; text-decoration: none; } }
@media (max-width: 599px) { .chapters { columns: 1; } body { padding: var(--s16); } .meta { grid-template-columns: 1fr; } .meta dd { margin-bottom: var(--s8); } table { display: block; overflow-x: auto; } }
`;
