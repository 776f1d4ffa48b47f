import { resolve } from "node:path";
import { foldedByCause } from "../../engine/verify/lint/index.ts";
import { placeOf, type Words } from "../../engine/verify/words/index.ts";
import { readCommandLine } from "../command-line.ts";
import { readConfig } from "../config.ts";
import type { Guard, LostProtection, RuleDifference } from "../differences/index.ts";
import type { VersionEvidence } from "../evidence/index.ts";
import { checkEvidence, createSealer, type EvidenceCheck } from "../evidence/index.ts";
import { sha256 } from "../sha256.ts";
import { readSource } from "../sources/index.ts";
import { createTexts } from "../texts.ts";
import { readJson, Unreadable } from "../unreadable.ts";
import { OPTIONS } from "./command-options.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run evidence -- FILE [--key KEY] [--root DIR] [--lang th] [--json]`: checks a downloaded evidence file
 * without the portal. Prints what was proved, who is affected and who decided. Exits with 1 if anything
 * differs from the signed content. Without FILE, prints this installation's public key for people who verify
 * such files.
 */
const { values, operands } = readCommandLine({
  ...saphanCommand("evidence"),
  operands: [{ name: "FILE", means: "evidence, as it was downloaded", takes: "maybe" }],
  options: {
    key: { kind: "text", value: "KEY", means: "the public key that is known, as this command prints it" },
    root: { kind: "text", value: "DIR", means: "compares with the files below this folder" },
    lang: OPTIONS.lang,
    json: { kind: "flag", means: "the checks as data" },
  },
});

const { lang } = values;
const rootDir = resolve(import.meta.dirname, "..", "..");
const texts = createTexts({ rootDir, fresh: false });
const say = (key: string, params: { readonly [name: string]: string | number } = {}): string =>
  texts.find(`evidence:${key}`, params)?.[lang] ?? key;
const lines: string[] = [];
const line = (text: string, indent = 0): void => void lines.push(`${"  ".repeat(indent)}${text}`);

const [path] = operands;
if (path === undefined) {
  const { dataDir, masterKey } = readConfig(process.env);
  console.log(createSealer({ dataDir, masterKey }).publicKey);
} else await check(path);

async function check(file: string): Promise<void> {
  const content = await readJson(file);
  const flow = checkEvidence(content)?.said;
  if (flow === undefined) throw new Unreadable(`${file} is no file of evidence.`);
  const id = flow.kind === "release" ? flow.release.content.flow : flow.stored.proposal.content.flow;
  const files = values.root === undefined ? undefined : (await readSource(values.root, id)).source.files;
  const report = checkEvidence(content, {
    ...(values.key === undefined ? {} : { publicKey: values.key }),
    ...(files === undefined ? {} : { files }),
  });
  if (report === null) throw new Unreadable(`${file} is no file of evidence.`);
  const { checks, said, publicKey } = report;
  process.exitCode = checks.some(({ answer }) => answer === "broken") ? 1 : 0;
  if (values.json) {
    console.log(JSON.stringify({ checks, publicKey }, null, 2));
    return;
  }
  for (const one of checks) line(spelled(one));
  line(say("signedBy", { key: sha256(publicKey).slice(0, 16) }));
  line("");
  // Content that was changed after signing is not trustworthy and can have any shape, so it is not printed.
  if (checks.some(({ what, answer }) => what === "evidence" && answer === "broken")) line(say("notTold"));
  else if (said.kind === "release") {
    const { content: release } = said.release;
    line(say("release", { flow: release.flow, at: release.publishedAt, version: release.version }));
  } else tell(said.stored);
  console.log(lines.join("\n"));
}

function spelled({ what, answer, why }: EvidenceCheck): string {
  const sign = { holds: "ok  ", broken: "NO  ", "not-checked": "?   " }[answer];
  const because = why.length === 0 ? "" : ` (${why.slice(0, 5).join(", ")}${why.length > 5 ? ", …" : ""})`;
  return `${sign}${say(`check.${what}.${answer}`)}${because}`;
}

function tell({ proposal, approval }: VersionEvidence): void {
  const { content } = proposal;
  const { judged, impact } = content;
  line(say("version", { flow: content.flow, version: content.version, hash: judged.hash.slice(0, 12) }));
  const by = content.proposedBy ?? say("files");
  line(say("proposed", { at: content.proposedAt, by, note: content.note ?? "–" }));
  if (approval !== null) {
    const { approvedAt, approvedBy, note } = approval.content;
    line(say("approved", { at: approvedAt, by: approvedBy, note: note ?? "–" }));
  } else line(say("undecided"));
  line(say("editions", { engine: judged.engine, compiler: judged.compiler }));

  tellLost(judged.differences?.lost ?? []);
  tellGuards(judged.differences?.rules ?? []);
  heading("proved", judged.invariants.length);
  for (const { before, rule } of judged.invariants) line(say("invariant", { before, rule }), 1);
  heading("assumed", judged.assumptions.length);
  for (const { title, says, source } of judged.assumptions) {
    line(`${title[lang]} (${source})`, 1);
    for (const one of says) line(one[lang], 2);
  }
  const faults = foldedByCause(judged.findings);
  heading("findings", faults.length);
  for (const { cause, follow } of faults) {
    line(`${placeOf(cause)} [${cause.code}] ${cause.what[lang]}`, 1);
    line(cause.mend[lang], 2);
    if (follow.length > 0) line(say("follow", { count: follow.length }), 2);
    for (const one of follow) line(`${placeOf(one)} [${one.code}] ${one.what[lang]}`, 3);
  }
  tellDifferences(judged.differences);
  heading("cases", judged.coverage.length);
  for (const { rule, share, missing } of judged.coverage)
    line(say("coverage", { rule, percent: Math.floor(share * 100), missing: missing.length }), 1);
  for (const { rule, compared, skipped } of judged.oracle)
    line(skipped === null ? say("alike", { rule, compared }) : say(`skipped.${skipped}`, { rule }), 1);
  const { open, walked, totals } = impact;
  line(say("openWork", { open, walked, ...totals }));
}

/** Prints the protections that effects lose with the version. */
function tellLost(lost: readonly LostProtection[]): void {
  if (lost.length > 0) line(say("lost", { count: lost.length }));
  for (const { effects, says } of lost)
    line(`${effects.map(({ title, effect }) => `${title[lang]} (${effect})`).join(", ")}: ${says[lang]}`, 1);
}

/**
 * Prints how rules that protect effects change. These changes come before all other differences, because such
 * a rule is itself a protection.
 */
function tellGuards(rules: readonly RuleDifference[]): void {
  const guards = rules.filter((rule) => guardIn(rule).effects.length > 0);
  if (guards.length > 0) line(say("guards"));
  for (const rule of guards) {
    const { effects, letsMore } = guardIn(rule);
    line(`${rule.title[lang]} [${rule.rule}]`, 1);
    for (const { title, effect, as } of effects) line(say(`guard.${as}`, { step: title[lang], effect }), 2);
    line(say(`guard.more.${letsMore}`), 2);
    tellCases(rule);
  }
}

function tellCases(rule: RuleDifference): void {
  const { casesGone, casesRewritten = 0, casesTurned } = guardIn(rule);
  if (casesGone > 0) line(say("guard.gone", { count: casesGone }), 2);
  if (casesRewritten > 0) line(say("guard.rewritten", { count: casesRewritten }), 2);
  if (casesTurned > 0) line(say("guard.turned", { count: casesTurned }), 2);
}

/** Returns what a changed rule protects. Older evidence does not have this data, so defaults are returned. */
function guardIn({ guard }: { readonly guard?: Guard }): Guard {
  return guard ?? { effects: [], letsMore: "undecided", casesGone: 0, casesRewritten: 0, casesTurned: 0 };
}

function tellDifferences(differences: VersionEvidence["proposal"]["content"]["judged"]["differences"]): void {
  if (differences === null) return;
  const { rules, steps, changedTexts, parts, promises = [], consequences = [] } = differences;
  heading("changes", parts.length + rules.length + steps.length + changedTexts.length);
  for (const { title, through, affected, why } of consequences) {
    line(say("follows", { result: title[lang], from: through.map((one) => one[lang]).join(", ") }), 1);
    for (const { from, to, witness } of affected) {
      line(`${plain(from)} -> ${plain(to)}`, 2);
      line(say("example", { person: inWords(witness.words) }), 3);
    }
    if (why !== null) line(why[lang], 2);
  }
  for (const part of parts) line(say("part", { part }), 1);
  for (const { kind, step, rule } of promises)
    line(say(`promise.${kind}`, { step: step[lang], rule: rule[lang] }), 2);
  for (const rule of rules) {
    line(`${rule.title[lang]} [${rule.rule}]: ${say(`rule.${rule.kind}`)}`, 1);
    if (guardIn(rule).effects.length === 0) tellCases(rule);
    for (const { from, to, people, witness } of rule.affected) {
      line(say("from", { from: plain(from), to: plain(to), groups: people.length }), 2);
      line(say("example", { person: inWords(witness.words) }), 3);
    }
  }
  for (const { title, step, kind, parts: stepParts = [], answers = [] } of steps) {
    line(`${title[lang]} [${step}]: ${say(`step.${kind}`)}`, 1);
    if (stepParts.length > 0) line(say("parts", { parts: stepParts.join(", ") }), 2);
    for (const { taken, words } of answers) line(say(`answers.${taken}`, { people: inWords(words) }), 2);
  }
  for (const { key, before, after } of changedTexts)
    line(`${key}: ${before?.[lang] ?? "–"} → ${after?.[lang] ?? "–"}`, 1);
}

function heading(key: string, count: number): void {
  line(say(count === 0 ? `none.${key}` : key));
}

function inWords(words: Words): string {
  return words[lang];
}

function plain(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const [, unknown] = /^unknown, so (refuse|allow|ask)$/.exec(value) ?? [];
  return unknown === undefined ? value : say(`unknown.${unknown}`);
}
