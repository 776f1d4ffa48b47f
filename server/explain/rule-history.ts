import type { Json } from "../../engine/values/json.ts";
import { showValue } from "../../engine/verify/words/index.ts";
import type { Definitions, VersionSummary } from "../definitions/index.ts";
import type { Affected, RuleDifference } from "../differences/index.ts";
import { evidenceOf } from "../evidence/index.ts";
import type { RuleAnswer, RuleChange, RuleVersion } from "./rule-book-answers.ts";

type Deps = Pick<Definitions, "current" | "get" | "list"> & {
  /** Returns a colleague's name; `null` if the colleague is unknown. */
  readonly nameOf: (personId: string) => Promise<string | null>;
};

/**
 * Creates the reader of rule histories. It compares stored versions. It caches the comparison of a version
 * whose evidence is sealed.
 */
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
          // A version that its author withdrew never changed the rule, so it is left out.
          if (version.state === "withdrawn") continue;
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
            proposedAt: version.proposed_at.toISOString(),
            decidedBy: await nameOf(version.approved_by),
            decidedAt: version.decided_at?.toISOString() ?? null,
            publishedAt: version.published_at?.toISOString() ?? null,
          });
        }
      return found.sort((left, right) => Date.parse(right.proposedAt) - Date.parse(left.proposedAt));
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

function answerWords(answer: Json): RuleAnswer {
  if (typeof answer === "boolean") return { kind: answer ? "met" : "notMet" };
  const [, so] = /^unknown, so (refuse|allow|ask)$/.exec(String(answer)) ?? [];
  if (so === "refuse" || so === "allow" || so === "ask") return { kind: "unknown", so };
  if (answer === null || answer === "unknown") return { kind: "none" };
  return {
    kind: "value",
    value: { th: showValue(answer, undefined, "th"), en: showValue(answer, undefined, "en") },
  };
}
