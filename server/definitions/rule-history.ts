import type { Json } from "../../engine/values/json.ts";
import type { Words } from "../../engine/verify/words/people.ts";
import { showValue } from "../../engine/verify/words/show-value.ts";
import type { Affected } from "./affected.ts";
import type { Definitions } from "./definitions.ts";
import type { RuleDifference } from "./differences.ts";
import { evidenceOf } from "./evidence.ts";
import type { VersionSummary } from "./version-store.ts";

/** An answer of a rule: met or not, not known and what follows from that, or a value. */
export type AnswerWords =
  | { readonly kind: "met" | "notMet" | "none" }
  | { readonly kind: "unknown"; readonly so: "refuse" | "allow" | "ask" }
  | { readonly kind: "value"; readonly value: Words };

/** What a version did to a rule's meaning, as the gate found it; `unjudged` where files changed without a gate. */
export type RuleChange = {
  readonly kind: "first" | "unjudged" | RuleDifference["kind"];
  readonly clauses: readonly {
    readonly kind: "added" | "removed" | "changed";
    readonly reason: Words;
    readonly before: Words | null;
    readonly after: Words | null;
  }[];
  readonly affected: readonly {
    readonly from: AnswerWords;
    readonly to: AnswerWords;
    readonly people: readonly Words[];
    readonly more: boolean;
    readonly witness: Words;
  }[];
};

/** One version of a flow that made, changed or would change a rule, and who stands behind it. */
export type RuleVersion = {
  readonly id: string;
  readonly flow: string;
  readonly number: number | null;
  readonly state: VersionSummary["state"];
  readonly source: VersionSummary["source"];
  readonly current: boolean;
  readonly note: string | null;
  readonly decisionNote: string | null;
  /** Names of colleagues; `null` where nobody did it, or nobody has that account now. */
  readonly proposedBy: string | null;
  readonly proposedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly publishedAt: Date | null;
  readonly change: RuleChange;
};

type Deps = Pick<Definitions, "current" | "get" | "list"> & {
  /** How a colleague is called; `null` where nobody has that id. */
  readonly nameOf: (personId: string) => Promise<string | null>;
};

/** Reads the history of rules from what is stored with versions; what it read of a sealed version it keeps. */
export function createRuleHistory(deps: Deps): {
  readonly of: (rule: string, flows: readonly string[]) => Promise<readonly RuleVersion[]>;
} {
  const judged = new Map<string, readonly RuleDifference[] | null>();
  const differencesOf = async ({ id, evidence_hash: hash }: VersionSummary) => {
    const key = `${id} ${hash}`;
    const known = judged.get(key);
    if (known !== undefined) return known;
    const version = await deps.get(id);
    const stored = version === null ? null : evidenceOf(version);
    const rules = stored?.proposal.content.judged.differences?.rules ?? null;
    judged.set(key, rules);
    return rules;
  };
  const changeOf = async (version: VersionSummary, rule: string): Promise<RuleChange | null> => {
    if (version.evidence_hash !== null) {
      const found = (await differencesOf(version))?.find((difference) => difference.rule === rule);
      return found === undefined ? null : judgedChange(found);
    }
    if (version.number === 1) return { kind: "first", clauses: [], affected: [] };
    const touched = version.changed.some((path) => path.endsWith(`/${rule}.json`));
    return touched ? { kind: "unjudged", clauses: [], affected: [] } : null;
  };
  return {
    of: async (rule, flows) => {
      const found: RuleVersion[] = [];
      for (const flow of flows)
        for (const version of await deps.list(flow)) {
          const change = await changeOf(version, rule);
          if (change === null) continue;
          const { id, number, state, source, note } = version;
          const nameOf = async (person: string | null) =>
            person === null ? null : await deps.nameOf(person);
          found.push({
            id,
            flow,
            number,
            state,
            source,
            note,
            decisionNote: version.decision_note,
            change,
            current: deps.current(flow)?.id === id,
            proposedBy: await nameOf(version.proposed_by),
            proposedAt: version.proposed_at,
            decidedBy: await nameOf(version.approved_by),
            decidedAt: version.decided_at,
            publishedAt: version.published_at,
          });
        }
      return found.sort((left, right) => right.proposedAt.getTime() - left.proposedAt.getTime());
    },
  };
}

function judgedChange({ kind, clauses, affected }: RuleDifference): RuleChange {
  return {
    kind,
    clauses: clauses.map(({ kind, reason, before, after }) => ({ kind, reason, before, after })),
    affected: affected.map(affectedWords),
  };
}

function affectedWords({ from, to, people, more, witness }: Affected) {
  return {
    from: answerWords(from),
    to: answerWords(to),
    people: people.map(({ th, en }) => ({ th, en })),
    more,
    witness: witness.words,
  };
}

function answerWords(answer: Json): AnswerWords {
  if (typeof answer === "boolean") return { kind: answer ? "met" : "notMet" };
  const [, so] = /^unknown, so (refuse|allow|ask)$/.exec(String(answer)) ?? [];
  if (so === "refuse" || so === "allow" || so === "ask") return { kind: "unknown", so };
  if (answer === null || answer === "unknown") return { kind: "none" };
  return {
    kind: "value",
    value: { th: showValue(answer, undefined, "th"), en: showValue(answer, undefined, "en") },
  };
}
