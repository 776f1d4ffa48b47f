import type { Definition } from "../../flow/definition.ts";
import type { EndStep } from "../../flow/flow-file.ts";
import { rulesInLogic, withReferences } from "../../flow/rules-named.ts";
import { hasForm, nextOf } from "../../flow/step-kinds.ts";
import type { Json } from "../../values/json.ts";
import { reachableFrom } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a rule sends people only to steps on their path. The answer that corrects a clause must be
 * asked before the rule is used. A rule with `ask` must name an answer to correct. If an end explains a rule,
 * the rule must be able to lead to that end.
 */
export function checkAsking(definition: Definition, fileOf: (rule: string) => string): readonly Fault[] {
  const faults = new Map<string, Fault>();
  const add = (fault: Fault) => faults.set(JSON.stringify(fault), fault);
  for (const { rule, step, asks } of usesOf(definition)) {
    const { must = [], onMissing } = definition.rules[rule] ?? {};
    must.forEach(({ mend }, index) => {
      const spot = { file: fileOf(rule), pointer: `/must/${index}/mend` };
      const [root, from = ""] = mend.split(".");
      if (root !== "answers") {
        if (onMissing === "ask")
          add({ ...spot, says: { key: "ask-without-answer", params: { rule, mend } } });
        return;
      }
      // If `mend` names a step of another flow, that flow corrects the clause of a shared rule.
      if (!Object.hasOwn(definition.flow.steps, from) || (asks && onMissing !== "ask")) return;
      if (!isAskedBy(definition, from, step))
        add({ ...spot, says: { key: "mend-not-before", params: { rule, mend, step } } });
    });
  }
  return [...faults.values(), ...explanations(definition)];
}

type Use = {
  readonly rule: string;
  readonly step: string;
  /**
   * Whether the rule decides as a condition. A person sees the clauses of such a rule only if the rule asks
   * for missing values.
   */
  readonly asks: boolean;
};

function usesOf({ flow }: Definition): readonly Use[] {
  return [
    ...flow.invariants.map(({ rule, before }) => ({ rule, step: before, asks: false })),
    ...Object.entries(flow.steps).flatMap(([step, one]): readonly Use[] => [
      ...("check" in one ? (one.check ?? []) : []).map((rule) => ({ rule, step, asks: false })),
      ...nextOf(one).flatMap(({ when }) =>
        typeof when === "string" ? [{ rule: when, step, asks: true }] : [],
      ),
      ...(one.kind === "end" && one.explains !== undefined
        ? [{ rule: one.explains, step, asks: false }]
        : []),
    ]),
  ];
}

/** Returns true if people can have answered the step `from` when they are at the step `at`. */
function isAskedBy(definition: Definition, from: string, at: string): boolean {
  const step = definition.flow.steps[at];
  if (from === at) return step !== undefined && hasForm(step);
  return reachableFrom(definition, from).has(at);
}

function explanations(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  return Object.entries(flow.steps).flatMap(([end, step]): readonly Fault[] => {
    const { explains: rule } = step as Partial<EndStep>;
    if (step.kind !== "end" || rule === undefined || !Object.hasOwn(definition.rules, rule)) return [];
    const leads = Object.keys(flow.steps).some(
      (from) => rulesAt(definition, from).has(rule) && reachableFrom(definition, from).has(end),
    );
    return leads
      ? []
      : [
          {
            pointer: `/steps/${end}/explains`,
            says: { key: "explains-unread", params: { step: end, rule } },
          },
        ];
  });
}

/**
 * Returns the rules that decide at a step: the rules of its conditions and checks, and the rules that its
 * effect requires.
 */
function rulesAt(definition: Definition, id: string): ReadonlySet<string> {
  const step = definition.flow.steps[id];
  if (step === undefined) return new Set();
  const conditions = nextOf(step).flatMap(({ when }) =>
    typeof when === "string" ? [when] : when === undefined ? [] : rulesInLogic(when as Json),
  );
  const required = step.kind === "effect" ? (definition.effects[step.effect]?.requires ?? []) : [];
  const checked = "check" in step ? (step.check ?? []) : [];
  return withReferences(definition, [...conditions, ...checked, ...required]);
}
