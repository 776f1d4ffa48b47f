import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PAGES } from "../../domain/pages.ts";
import { STAFF_ROLES } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { faultOfTest, type SpecFault } from "./table.ts";

/** A promise made in one or more texts, and the part of the portal that fulfils it. */
export type Kept = {
  /** Texts that make the promise, as `<locales|content>/<file>:<key>`, in both languages. */
  readonly text: readonly string[];
  readonly promise: string;
  readonly by: {
    /** Address of a page, from the register of pages. */
    readonly page?: string;
    readonly flow?: string;
    readonly job?: string;
    /** Call of `openapi.json`, as `<METHOD> <path>`. */
    readonly call?: string;
    /** Duty of staff, as `<role>: <what they do>`. The role is `company` for work outside the portal. */
    readonly duty?: string;
  };
  /** Test that shows the promise, as `tests/<file>#<title, or the beginning of one>`. */
  readonly shown?: string;
};

/** Texts that match a pattern of a promise but promise nothing, with the reason. */
export type NotPromised = { readonly text: readonly string[]; readonly reason: string };

export type Promises = {
  readonly promises: readonly Kept[];
  readonly notPromises: readonly NotPromised[];
};

/** Texts by `<locales|content>/<file>:<key>`. */
export type Texts = ReadonlyMap<string, string>;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");

/** Reads `promises.json` beside this file. */
export function readPromises(): Promises {
  return JSON.parse(readFileSync(join(here, "promises.json"), "utf8")) as Promises;
}

/** Files whose texts only staff read, and files with names of rules, facts, effects and switches. */
const NOT_FOR_PEOPLE = [
  ...["definition", "dev", "evidence", "finding", "paths", "rule-book", "staff", "startup", "studio"],
  ...["effect", "fact", "flag", "rule"],
];

/** Returns every text that investors or visitors see on a page or in a letter, in one language. */
export function textsFor(language: Language): Texts {
  const texts = new Map<string, string>();
  for (const folder of ["locales", "content"])
    for (const file of readdirSync(join(root, folder, language))) {
      const name = file.replace(/\.json$/, "");
      if (folder === "locales" && NOT_FOR_PEOPLE.includes(name)) continue;
      const value: unknown = JSON.parse(readFileSync(join(root, folder, language, file), "utf8"));
      collect(value, `${folder}/${name}:`, "", texts);
    }
  return texts;
}

function collect(value: unknown, file: string, key: string, into: Map<string, string>): void {
  if (typeof value === "string") into.set(`${file}${key}`, value);
  else if (typeof value === "object" && value !== null)
    for (const [name, part] of Object.entries(value))
      collect(part, file, key === "" ? name : `${key}.${name}`, into);
}

/** Patterns of English sentences that promise something. */
const PATTERNS: readonly RegExp[] = [
  // What the company does.
  /\b(will|we[’']ll)\b/i,
  /\bwe (also |then |still |already |first |only |now |no longer )?(e-mail|send|tell|call|write|return|pay|check|answer|acknowledge|ask|review|assess|erase|contact|reopen|open|never|keep|show|publish|compare|use|fill|continue|share|sell)\b/i,
  /\bby e-mail\b/i,
  /\b(our staff|customer service|a colleague)\b/i,
  /\bonly the (client|investor)\b/i,
  /\bno (employee|one else)\b/i,
  // What the reader can do, and on which page.
  /\byou can\b[^.]*\b(at|under|among|later|until|still|always|back)\b/i,
  /\bunder “|\bunder (Documents|Me|My|Security|Transactions)\b/,
  // When, how long and how often something happens.
  /\bat any time\b/i,
  /\bfrom (now|then) on\b/i,
  /\bwithin (\d|an? |\{\{)/i,
  /\b(for|until|after|in|starting|valid|waits?) (the next |up to )?[\d–]+ (hours?|days?|minutes|business days|working days|months|years)\b/i,
  /\b(every|each) (business day|month)\b|\bevery fee\b/i,
  /\b(next|any) business day\b|\bon the business day\b/i,
  /\bautomatically\b/,
  // What remains, and what ends.
  /\b(is|are) (sent|kept|saved|returned)\b/i,
  /\blogged out\b/i,
];

/** Returns whether an English text looks like a promise. */
export function promises(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text));
}

/**
 * Returns the faults of both lists: texts that look like promises but are in neither list, and wrong or
 * unnecessary rows.
 */
export function faultsOf(
  { promises: kept, notPromises }: Promises,
  { en, th }: { readonly en: Texts; readonly th: Texts },
): readonly SpecFault[] {
  const faults: SpecFault[] = [];
  const listed = new Set(kept.flatMap(({ text }) => text));
  for (const { text, promise, by, shown } of kept) {
    for (const what of [...textFaults(text, { en, th }), ...keeperFaults(by)])
      faults.push({ id: promise, what });
    const fault = shown === undefined ? null : faultOfTest(shown);
    if (fault !== null) faults.push({ id: promise, what: fault });
    for (const key of text)
      if (spansOf(en.get(key) ?? "", "en") !== spansOf(th.get(key) ?? "", "th"))
        faults.push({ id: promise, what: `"${key}" has other periods in Thai` });
  }
  for (const { text, reason } of notPromises) {
    for (const what of textFaults(text, { en, th })) faults.push({ id: reason, what });
    for (const key of text) {
      if (listed.has(key)) faults.push({ id: reason, what: `"${key}" stands among the promises as well` });
      if (!promises(en.get(key) ?? "")) faults.push({ id: reason, what: `"${key}" looks like no promise` });
      listed.add(key);
    }
  }
  for (const [key, text] of en)
    if (promises(text) && !listed.has(key))
      faults.push({ id: key, what: `looks like a promise, name in promises.json what keeps it: ${text}` });
  return faults;
}

function textFaults(
  text: readonly string[],
  { en, th }: { readonly en: Texts; readonly th: Texts },
): readonly string[] {
  return [
    ...(text.length === 0 ? ["names no text"] : []),
    ...text.filter((key, at) => text.indexOf(key) < at).map((key) => `"${key}" stands twice`),
    ...text.filter((key) => !en.has(key)).map((key) => `"${key}" is no English text`),
    ...text.filter((key) => !th.has(key)).map((key) => `"${key}" is no Thai text`),
  ];
}

const flows = new Set(readdirSync(join(root, "flows")).filter((name) => name !== "shared"));

/** The jobs that `docs/operations.md` lists; `documents.test.ts` keeps that list complete. */
const jobs = new Set(
  [...readFileSync(join(root, "docs", "operations.md"), "utf8").matchAll(/^\| `([a-z]+\.[a-z-]+)` \|/gm)].map(
    ([, name]) => name,
  ),
);

const { paths } = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

function keeperFaults(by: Kept["by"]): readonly string[] {
  const faults: string[] = [];
  if (Object.keys(by).length === 0) faults.push("nothing keeps it");
  const { page, flow, job, call, duty } = by;
  if (page !== undefined && !(page in PAGES)) faults.push(`"${page}" is no page`);
  if (flow !== undefined && !flows.has(flow)) faults.push(`"${flow}" is no flow`);
  if (job !== undefined && !jobs.has(job)) faults.push(`"${job}" is no job of docs/operations.md`);
  if (call !== undefined) {
    const [method = "", path = ""] = call.split(" ");
    if (paths[path]?.[method.toLowerCase()] === undefined) faults.push(`"${call}" is no call`);
  }
  if (duty !== undefined) {
    const [who = "", what = ""] = duty.split(": ");
    if (![...STAFF_ROLES, "company"].includes(who) || what === "")
      faults.push(`"${duty}" is no duty: write <role>: <what they do>`);
  }
  return faults;
}

const SPANS: Readonly<Record<Language, RegExp>> = {
  en: /([\d–]+|two|three|five|six|ten|thirty) (?:business |working )?(?:minutes|hours|days|months|years)\b/gi,
  th: /([\d–]+) ?(?:นาที|ชั่วโมง|วัน|เดือน|ปี(?!บริบูรณ์))/g,
};

const WORDS: Readonly<Record<string, string>> = {
  two: "2",
  three: "3",
  five: "5",
  six: "6",
  ten: "10",
  thirty: "30",
};

/**
 * Returns the periods in a text in a fixed order, such as 24 for “24 hours”. One day or one hour is omitted,
 * because “a day” means the same.
 */
function spansOf(text: string, language: Language): string {
  return [...text.matchAll(SPANS[language])]
    .map(([, number = ""]) => WORDS[number.toLowerCase()] ?? number)
    .filter((number) => number !== "1")
    .sort()
    .join(" ");
}
