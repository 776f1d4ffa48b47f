import type { Language } from "../../engine/values/languages.ts";
import type { CoverageWords, MendWords, RulePage, RuleUse } from "../../engine/verify/rule-book/index.ts";
import type { ConditionText } from "../../engine/verify/words/index.ts";
import type { RuleVersion } from "./rule-book-answers.ts";
import { capital, escaped, type Say, type Within } from "./rule-book-text.ts";
import { versionsOf } from "./rule-book-versions.ts";

/**
 * A page of the rule book. If the book is made from a portal's database, the page also has the rule's
 * versions.
 */
export type BookPage = RulePage & { readonly versions?: readonly RuleVersion[] };

/** Renders one rule as an HTML article. */
export function articleOf(page: BookPage, within: Within): string {
  const { language, say, number, chapter } = within;
  const heading = page.kind === "assumption" ? "promises" : "conditions";
  return `<article class="rule" id="${language}-${page.id}">
<header><p class="over">${escaped(chapter)}</p><h2>${number}. ${escaped(page.title[language])}</h2></header>
${metaOf(page, within)}
${otherWordings(page, within)}<h3>${escaped(say("decides.title"))}</h3>
<p>${escaped(decidesOf(page, say))}</p>
${page.kind === "assumption" ? "" : `<p>${escaped(say(`${page.kind === "value" ? "onMissingValue" : "onMissing"}.${page.onMissing}`))}</p>`}
${page.clauses.length === 0 ? "" : `<h3>${escaped(say(heading))}</h3>${clausesOf(page, within)}`}
${page.table.length === 0 ? "" : `<h3>${escaped(say("table.title"))}</h3>${tableOf(page, within)}`}
${page.says === null ? "" : `<h3>${escaped(say("table.calculated"))}</h3>${conditionHtml(page.says, language)}`}
${page.versions === undefined ? "" : versionsOf(page, page.versions, within)}
<h3>${escaped(say("needs"))}</h3>
<p>${page.needs.map((need) => escaped(need[language])).join(" · ")}</p>
<h3>${escaped(say("cases.title"))}</h3>
${casesOf(page, within)}
<h3>${escaped(say("coverage.title"))}</h3>
${coverageOf(page.coverage, within)}
</article>`;
}

function decidesOf({ kind, clauses, table }: RulePage, say: Say): string {
  if (kind === "assumption") return say("decides.assumption");
  if (kind === "value") return say(table.length > 0 ? "decides.value" : "decides.sum");
  return say(`decides.must.${clauses.length === 1 ? "one" : "many"}`, { count: clauses.length });
}

function metaOf(page: RulePage, { language, say }: Within): string {
  const uses = page.uses.map(
    ({ title, at }) =>
      `<li><b>${escaped(title[language])}</b>${listOf(at.map((use) => escaped(useOf(use, language, say)))).replace(/^(?!<)/, ": ")}</li>`,
  );
  const [year, month, day] = page.from.split("-");
  return `<dl class="meta">
<dt>${escaped(say("meta.source"))}</dt><dd>${capital(escaped(page.source[language]))}</dd>
<dt>${escaped(say("meta.owner"))}</dt><dd>${escaped(say(`owner.${page.owner}`))}</dd>
<dt>${escaped(say("meta.from"))}</dt><dd>${day}/${month}/${year}</dd>
<dt>${escaped(say("meta.used"))}</dt><dd>${uses.length === 0 ? escaped(say("meta.unused")) : `<ul>${uses.join("")}</ul>`}</dd>
</dl>`;
}

function otherWordings(page: RulePage, { language, say }: Within): string {
  const flows = page.otherWordings.flatMap((other) => other.flows.map((title) => title[language])).join(", ");
  return flows === "" ? "" : `<p>${escaped(say("otherWordings", { flows }))}</p>`;
}

function useOf({ kind, name }: RuleUse, language: Language, say: Say): string {
  if (name === null) return say("uses.leadsStart");
  return say(`uses.${kind}`, { name: name[language] });
}

function clausesOf({ clauses, kind }: RulePage, { language, say }: Within): string {
  const items = clauses.map(({ says, reason, mend }) => {
    const after =
      kind === "assumption"
        ? `<p class="small">${escaped(reason[language])}</p>`
        : `<p class="small">${escaped(say("reason", { text: reason[language] }))} · ${escaped(mendText(mend, language, say))}</p>`;
    return `<li><div>${conditionHtml(says, language)}${after}</div></li>`;
  });
  return `<ol class="clauses">${items.join("")}</ol>`;
}

function mendText(mend: MendWords, language: Language, say: Say): string {
  switch (mend.kind) {
    case "answer": {
      const question = mend.question[language];
      return mend.screen === null
        ? say("mend.answerOnly", { question })
        : say("mend.answer", { question, screen: mend.screen[language] });
    }
    case "flow":
      return say("mend.flow", { title: mend.title[language] });
    case "page":
      return say("mend.page");
    case "none":
      return say("mend.none");
  }
}

function tableOf({ table }: RulePage, { language, say }: Within): string {
  const rows = table.map(
    ({ when, value }) =>
      `<tr><td>${when === null ? escaped(say("table.otherwise")) : conditionHtml(when, language)}</td><td><b>${escaped(value[language])}</b></td></tr>`,
  );
  return `<table><thead><tr><th>${escaped(say("table.when"))}</th><th>${escaped(say("table.value"))}</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function conditionHtml({ says, parts }: ConditionText, language: Language): string {
  const text = capital(escaped(says[language]));
  if (parts.length === 0) return `<p>${text}</p>`;
  const items = parts.map((part) => `<li>${conditionHtml(part, language)}</li>`);
  return `<p class="head">${text}</p><ul class="logic">${items.join("")}</ul>`;
}

function casesOf(page: RulePage, { language, say }: Within): string {
  const rows = page.cases.map(({ why, likeFirst, given, open, answer, value }, index) => {
    const facts = given.map((one) => escaped(one[language]));
    const places = open.map((one) => one[language]).join(", ");
    if (places !== "") facts.push(escaped(say("cases.open", { places })));
    const word = answer === "value" ? (value?.[language] ?? "") : say(`answer.${answer}`);
    return `<tr><td class="word">${index + 1}</td><td>${capital(`${likeFirst ? `${escaped(say("cases.likeFirst"))} ` : ""}${listOf(facts)}`)}</td><td><span class="word word--${answer}">${escaped(word)}</span></td><td lang="en">${escaped(why)}</td></tr>`;
  });
  return `<table class="cases"><colgroup><col class="narrow"><col><col class="answer"><col class="note"></colgroup><thead><tr><th>${escaped(say("cases.number"))}</th><th>${escaped(say("cases.given"))}</th><th>${escaped(say("cases.answer"))}</th><th>${escaped(say("cases.note"))}</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function listOf(items: readonly string[]): string {
  return items.length === 1
    ? (items[0] ?? "")
    : `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
}

function coverageOf(
  { share, conditions, thresholds, missing }: CoverageWords,
  { language, say }: Within,
): string {
  if (share === 1) {
    const counts = [say("coverage.counts", { conditions: conditions.length })];
    if (thresholds.length > 0) counts.push(say("coverage.marks", { thresholds: thresholds.length }));
    return `<p>${escaped(say("coverage.whole"))}</p><p class="small">${escaped(counts.join(" "))}</p>`;
  }
  const cell = (shown: string): string => `<td>${escaped(say(`coverage.${shown}`))}</td>`;
  const head = (...keys: readonly string[]): string =>
    `<thead><tr>${keys.map((key) => `<th>${escaped(say(`coverage.${key}`))}</th>`).join("")}</tr></thead>`;
  const rows = conditions.map(
    ({ says, whenMet, whenNotMet }) =>
      `<tr><td>${capital(escaped(says[language]))}</td>${cell(whenMet)}${cell(whenNotMet)}</tr>`,
  );
  const marks = thresholds.map(
    ({ says, under, at, over }) =>
      `<tr><td>${capital(escaped(says[language]))}</td>${cell(under)}${cell(at)}${cell(over)}</tr>`,
  );
  return `<p>${escaped(say("coverage.part", { percent: Math.floor(share * 100), missing }))}</p>
${conditions.length === 0 ? "" : `<table class="covers">${head("condition", "met", "notMet")}<tbody>${rows.join("")}</tbody></table>`}
${thresholds.length === 0 ? "" : `<table class="covers">${head("threshold", "under", "at", "over")}<tbody>${marks.join("")}</tbody></table>`}`;
}
