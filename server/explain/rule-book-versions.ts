import type { RulePage } from "../../engine/verify/rule-book/index.ts";
import type { RuleAnswer, RuleVersion } from "./rule-book-answers.ts";
import { capital, escaped, type Within } from "./rule-book-text.ts";

/**
 * Renders the versions of a rule as HTML: who wrote and approved each of them, when, and what it changed in
 * meaning.
 */
export function versionsOf(page: RulePage, versions: readonly RuleVersion[], within: Within): string {
  const { say } = within;
  const items = versions.map((version) => `<li>${versionOf(page, version, within)}</li>`);
  return `<h3>${escaped(say("versions.title"))}</h3>
${items.length === 0 ? `<p>${escaped(say("versions.none"))}</p>` : `<ol class="versions">${items.join("")}</ol>`}`;
}

function versionOf(page: RulePage, version: RuleVersion, { language, say }: Within): string {
  const flow = page.uses.find((use) => use.flow === version.flow)?.title[language] ?? version.flow;
  const name = say(`versions.${nameOf(version)}`, { flow, number: version.number ?? "" });
  const current = version.current ? ` · ${say("versions.current")}` : "";
  const lines = [...whoOf(version, say), say(`versions.change.${version.change.kind}`)];
  for (const { kind, reason, before, after } of version.change.clauses) {
    lines.push(say(`versions.clause.${kind}`, { reason: reason[language] }));
    if (before !== null) lines.push(`${say("versions.before")}: ${before[language]}`);
    if (after !== null) lines.push(`${say("versions.after")}: ${after[language]}`);
  }
  for (const { from, to, witness } of version.change.affected) {
    const turn = `“${answerText(from, { language, say })}” → “${answerText(to, { language, say })}”`;
    lines.push(`${turn} · ${say("versions.example", { person: witness[language] })}`);
  }
  const paragraphs = lines.map((line) => `<p class="small">${capital(escaped(line))}</p>`);
  return `<p><b>${escaped(name)}</b>${escaped(current)}</p>${paragraphs.join("")}`;
}

function nameOf({ state, number }: RuleVersion): string {
  if (state === "refused") return "refused";
  if (state === "draft") return "draft";
  return number === null ? "waiting" : "number";
}

function whoOf(version: RuleVersion, say: Within["say"]): readonly string[] {
  const { source, publishedAt, proposedBy, proposedAt, decidedBy, decidedAt, note, decisionNote } = version;
  const who = (name: string | null) => name ?? say("versions.somebody");
  if (source === "files" || source === "development")
    return [
      say(`versions.${source}`),
      ...(publishedAt ? [say("versions.published", { at: moment(publishedAt) })] : []),
    ];
  const verb = version.state === "refused" ? "rejected" : "approved";
  return [
    ...(source === "proposal"
      ? [say("versions.proposed", { who: who(proposedBy), at: moment(proposedAt) })]
      : []),
    ...(decidedAt ? [say(`versions.${verb}`, { who: who(decidedBy), at: moment(decidedAt) })] : []),
    ...(note ? [say("versions.note", { text: note })] : []),
    ...(decisionNote ? [say("versions.decisionNote", { text: decisionNote })] : []),
  ];
}

function answerText(answer: RuleAnswer, { language, say }: Pick<Within, "language" | "say">): string {
  switch (answer.kind) {
    case "value":
      return answer.value[language];
    case "unknown":
      return say(`versions.unknown.${answer.so}`);
    case "none":
      return say("versions.unknown.value");
    default:
      return say(`answer.${answer.kind}`);
  }
}

function moment(at: string): string {
  return new Date(at)
    .toLocaleString("en-GB", {
      timeZone: "Asia/Bangkok",
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    })
    .replace(",", "");
}
