import type { Affected, Differences, Json, Sentence } from "../../kit/api/answers.ts";

/** The risk of a change, which says how carefully it must be read. */
export type Risk = "high" | "middle" | "low";

/** One consequence of a change: a key below `definition:consequence`, with the parameters of its text. */
export type Consequence = {
  readonly risk: Risk;
  readonly key: string;
  readonly params: { readonly [name: string]: Sentence | string | number };
};

/** Maximum number of consequences in the summary. */
const FIRST = 3;

const ORDER: readonly Risk[] = ["high", "middle", "low"];

/**
 * Returns at most three consequences of a change for investors, most serious first. These are lost
 * protections, people who now pass or are stopped, and changed questions and steps. `risk` is the risk of the
 * most serious consequence.
 */
export function consequencesOf(of: Differences): {
  readonly risk: Risk;
  readonly lines: readonly Consequence[];
} {
  const opened = openedIn(of);
  const all = [
    ...opened.values(),
    ...lostIn(of, opened),
    ...guardsIn(of)
      .filter(({ rule }) => !opened.has(rule))
      .map(({ line }) => line),
    ...promisesIn(of),
    ...resultsIn(of),
    ...rulesIn(of),
    ...stepsIn(of),
    ...textsIn(of),
  ];
  const lines = [...all]
    .sort((one, other) => ORDER.indexOf(one.risk) - ORDER.indexOf(other.risk))
    .slice(0, FIRST);
  return { risk: lines[0]?.risk ?? "low", lines };
}

/** Returns which people pass a rule only after the change, by the rule's id. */
function openedIn({ rules }: Differences): ReadonlyMap<string, Consequence> {
  return new Map(
    rules.flatMap(({ rule, title, kind, affected }) => {
      const opened = affected.find(({ to }) => to === true);
      if (kind === "added" || kind === "removed" || opened === undefined) return [];
      return [[rule, whoIn("opened", title, opened, "high")] as const];
    }),
  );
}

/**
 * Returns the protections that the change removes. Leaves out rules in `told`, because the people who newly
 * pass them are already reported.
 */
function lostIn(
  { lost = [], reach }: Differences,
  told: { readonly has: (rule: string) => boolean },
): readonly Consequence[] {
  const unasked = reach?.unasked ?? [];
  return [
    ...lost.flatMap(({ kind, says, effects: [before], rule = "" }): readonly Consequence[] => {
      if (told.has(rule)) return [];
      if (kind === "ordinary") return [{ risk: "middle", key: "asksLess", params: { says } }];
      const params = { says, ...(before === undefined ? {} : { step: before.title }) };
      return [{ risk: "high", key: before === undefined ? "lost" : "lostBefore", params }];
    }),
    ...unasked.map((question): Consequence => ({ risk: "high", key: "unasked", params: { question } })),
  ];
}

function guardsIn({ rules }: Differences): readonly { readonly rule: string; readonly line: Consequence }[] {
  return rules.flatMap(({ rule, title, guard }) => {
    if (guard === undefined || guard.effects.length === 0 || guard.letsMore === "no") return [];
    return [{ rule, line: { risk: "high", key: `guard.${guard.letsMore}`, params: { rule: title } } }];
  });
}

function promisesIn({ promises = [] }: Differences): readonly Consequence[] {
  return promises.flatMap(({ kind, step, rule }): readonly Consequence[] =>
    kind === "removed" ? [{ risk: "high", key: "promise", params: { step, rule } }] : [],
  );
}

/**
 * Returns the results that a change affects, such as the level that follows from a score. Each result states
 * how it changes. If the description of the people is short, it also states for whom.
 */
function resultsIn({ consequences = [] }: Differences): readonly Consequence[] {
  return consequences.flatMap(({ title, through, affected }): readonly Consequence[] => {
    const [first] = affected;
    if (first === undefined) return [];
    const params = { rule: title, ways: waysOf(affected) };
    const person = first.witness.words;
    if (isShort(person)) return [{ risk: "high", key: "result", params: { ...params, person } }];
    const [by] = through;
    return [{ risk: "high", key: by ? "resultBy" : "resultAlone", params: { ...params, ...(by && { by }) } }];
  });
}

function rulesIn({ rules }: Differences): readonly Consequence[] {
  return rules.flatMap(({ title, kind, affected, moreAffected = 0 }): readonly Consequence[] => {
    if (kind === "added" || kind === "removed")
      return [{ risk: "middle", key: `rule.${kind}`, params: { rule: title } }];
    const closed = affected.find(({ from, to }) => from === true && to !== true);
    if (closed) return [whoIn("closed", title, closed, "middle")];
    const [first] = affected;
    if (first === undefined || affected.some(({ to }) => to === true)) return [];
    const who = whoIn("otherwise", title, first, "middle");
    if (affected.length + moreAffected === 1 && isShort(who.params.who as Sentence)) return [who];
    const ways = `${waysOf(affected)}${moreAffected > 0 ? " …" : ""}`;
    return [{ risk: "middle", key: "otherwise", params: { rule: title, ways } }];
  });
}

/** Returns each distinct pair of answers before and after the change, as text. */
function waysOf(affected: readonly Affected[]): string {
  return [...new Set(affected.map(({ from, to }) => `${said(from)} → ${said(to)}`))].join("; ");
}

/** Whether a text is short enough to be read quickly. */
function isShort({ th, en }: Sentence): boolean {
  return Math.max(th.length, en.length) <= 200;
}

function whoIn(
  key: string,
  rule: Sentence,
  { people, witness, from, to }: Affected,
  risk: Risk,
): Consequence {
  const [first] = people;
  const who = first === undefined || !isShort(first) ? (first?.chief ?? witness.words) : first;
  return {
    risk,
    key: `who.${key}`,
    params: { rule, who: { th: who.th, en: who.en }, from: said(from), to: said(to) },
  };
}

/**
 * Parts of a step or flow whose change has little effect, because these parts contain no question, decision
 * or promise.
 */
const SMALL: ReadonlySet<string> = new Set(["group", "groups", "minutes", "address", "links", "saved"]);

/**
 * Returns the consequences of changes to the flow itself, outside its steps. Only the first line of these
 * changes is shown. A changed value may be a promise, such as a number of days.
 */
function flowIn(
  parts: readonly string[],
  values: readonly Sentence[],
  hasSteps: boolean,
): readonly Consequence[] {
  const grave = parts.filter((part) => !SMALL.has(part));
  const [says] = values;
  if (grave.length > 0 && says !== undefined) return [{ risk: "middle", key: "value", params: { says } }];
  if (parts.length === 0 || hasSteps) return [];
  return [{ risk: grave.length > 0 ? "middle" : "low", key: "flow", params: {} }];
}

function stepsIn({ steps, reach, parts, values = [], reordered = [] }: Differences): readonly Consequence[] {
  const ways = reach?.ways ?? null;
  return [
    ...reordered.map((params): Consequence => ({ risk: "middle", key: "step.reordered", params })),
    ...(ways !== null && ways.before !== ways.after
      ? [{ risk: ways.after < ways.before ? "middle" : "low", key: "ways", params: ways } as const]
      : []),
    ...steps.map(({ title, kind, affected, parts: changed }): Consequence => {
      const isSmall = kind === "changed" && affected.length === 0 && changed.every((part) => SMALL.has(part));
      return { risk: isSmall ? "low" : "middle", key: `step.${kind}`, params: { step: title } };
    }),
    ...flowIn(parts, values, steps.length > 0),
  ];
}

function textsIn({ changedTexts, moreTexts, kind, lost = [] }: Differences): readonly Consequence[] {
  const count = changedTexts.length + moreTexts;
  if (count === 0) return [];
  return [
    {
      risk: "low",
      key: kind === "texts-only" && lost.length === 0 ? "textsOnly" : "texts",
      params: { count },
    },
  ];
}

function said(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
