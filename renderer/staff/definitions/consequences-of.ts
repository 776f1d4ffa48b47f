import type { Affected, Differences, Json, Sentence } from "../../kit/api/answers.ts";

/** How closely a change wants to be read. */
export type Risk = "high" | "middle" | "low";

/** One consequence of a change: a key of `definition:consequence`, and what stands in its sentence. */
export type Consequence = {
  readonly risk: Risk;
  readonly key: string;
  readonly params: { readonly [name: string]: Sentence | string | number };
};

/** How many are read before all else. */
const FIRST = 3;

const ORDER: readonly Risk[] = ["high", "middle", "low"];

/**
 * What a change means for investors, the gravest first, at most three: protection that is lost, who passes or is stopped,
 * what questions and steps become. `risk` is that of the gravest.
 */
export function consequencesOf(of: Differences): {
  readonly risk: Risk;
  readonly lines: readonly Consequence[];
} {
  const all = [
    ...lostIn(of),
    ...guardsIn(of),
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

function lostIn({ lost = [], reach }: Differences): readonly Consequence[] {
  const unasked = reach?.unasked ?? [];
  return [
    ...lost.map(({ says }): Consequence => ({ risk: "high", key: "lost", params: { says } })),
    ...unasked.map((question): Consequence => ({ risk: "high", key: "unasked", params: { question } })),
  ];
}

function guardsIn({ rules }: Differences): readonly Consequence[] {
  return rules.flatMap(({ title, guard }): readonly Consequence[] => {
    if (guard === undefined || guard.effects.length === 0 || guard.letsMore === "no") return [];
    return [{ risk: "high", key: `guard.${guard.letsMore}`, params: { rule: title } }];
  });
}

function promisesIn({ promises = [] }: Differences): readonly Consequence[] {
  return promises.flatMap(({ kind, step, rule }): readonly Consequence[] =>
    kind === "removed" ? [{ risk: "high", key: "promise", params: { step, rule } }] : [],
  );
}

/** Results that follow, such as the level behind a score. */
function resultsIn({ consequences = [] }: Differences): readonly Consequence[] {
  return consequences.flatMap(({ title, affected }): readonly Consequence[] => {
    const [first] = affected;
    if (first === undefined) return [];
    const params = { rule: title, from: said(first.from), to: said(first.to), person: first.witness.words };
    return [{ risk: "high", key: "result", params }];
  });
}

function rulesIn({ rules }: Differences): readonly Consequence[] {
  return rules.flatMap(({ title, kind, affected }): readonly Consequence[] => {
    if (kind === "added" || kind === "removed")
      return [{ risk: "middle", key: `rule.${kind}`, params: { rule: title } }];
    const opened = affected.find(({ to }) => to === true);
    const closed = affected.find(({ from, to }) => from === true && to !== true);
    return [
      ...(opened ? [whoIn("opened", title, opened, "high")] : []),
      ...(closed ? [whoIn("closed", title, closed, "middle")] : []),
      ...(opened === undefined && closed === undefined && affected[0]
        ? [whoIn("otherwise", title, affected[0], "middle")]
        : []),
    ];
  });
}

function whoIn(
  key: string,
  rule: Sentence,
  { people, witness, from, to }: Affected,
  risk: Risk,
): Consequence {
  const [first] = people;
  const who = first === undefined ? witness.words : (first.chief ?? first);
  return {
    risk,
    key: `who.${key}`,
    params: { rule, who: { th: who.th, en: who.en }, from: said(from), to: said(to) },
  };
}

function stepsIn({ steps, reach, parts }: Differences): readonly Consequence[] {
  const ways = reach?.ways ?? null;
  return [
    ...(ways !== null && ways.before !== ways.after
      ? [{ risk: ways.after < ways.before ? "middle" : "low", key: "ways", params: ways } as const]
      : []),
    ...steps.map(({ title, kind, affected }): Consequence => {
      const risk = kind === "removed" || affected.length > 0 ? "middle" : "low";
      return { risk, key: `step.${kind}`, params: { step: title } };
    }),
    ...(steps.length === 0 && parts.length > 0 ? [{ risk: "low", key: "flow", params: {} } as const] : []),
  ];
}

function textsIn({ changedTexts, moreTexts, kind }: Differences): readonly Consequence[] {
  const count = changedTexts.length + moreTexts;
  if (count === 0) return [];
  return [{ risk: "low", key: kind === "texts-only" ? "textsOnly" : "texts", params: { count } }];
}

function said(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
