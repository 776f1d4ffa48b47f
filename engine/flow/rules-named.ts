import type { Json } from "../values/json.ts";
import type { Definition, DefinitionSource } from "./definition.ts";
import { isObject } from "./form-schema.ts";

/**
 * Returns the file of a rule: an assumption, a rule of the flow, or a shared rule. Returns `null` if no file
 * exists.
 */
export function ruleFileOf(source: DefinitionSource, flow: string, rule: string): string | null {
  // Assumptions come first, so that a flow cannot replace an assumption by a rule of the same name.
  const places = [
    `flows/shared/assumptions/${rule}.json`,
    `flows/${flow}/rules/${rule}.json`,
    `flows/shared/rules/${rule}.json`,
  ];
  return places.find((path) => Object.hasOwn(source.files, path)) ?? null;
}

/**
 * A rule that a flow file names, and how the flow uses the rule. Includes the rule by which people can skip
 * the challenge before an effect. `either`: an expression names the rule, so it can be a `must` rule or a
 * `value` rule.
 */
export type NamedRule = {
  readonly rule: string;
  readonly pointer: string;
  readonly as: "must" | "value" | "either";
};

/** Returns every rule that a flow names, with the pointer to the reference. */
export function rulesNamed({ flow, effects }: Pick<Definition, "flow" | "effects">): readonly NamedRule[] {
  const named: NamedRule[] = [];
  for (const [name, derived] of Object.entries(flow.derived))
    if ("rule" in derived) named.push({ rule: derived.rule, pointer: `/derived/${name}/rule`, as: "value" });
  flow.invariants.forEach((invariant, index) => {
    named.push({ rule: invariant.rule, pointer: `/invariants/${index}/rule`, as: "must" });
  });
  flow.entries?.forEach(({ when }, index) => {
    if (when !== undefined) named.push(...rulesInWhen(when, `/entries/${index}/when`));
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    if ("check" in step)
      step.check?.forEach((rule, index) => {
        named.push({ rule, pointer: `/steps/${id}/check/${index}`, as: "must" });
      });
    if ("next" in step)
      step.next.forEach((next, index) => {
        if (next.when !== undefined) named.push(...rulesInWhen(next.when, `/steps/${id}/next/${index}/when`));
      });
    const unless = step.kind === "effect" ? effects[step.effect]?.confirmedBy?.unless : undefined;
    if (unless !== undefined) named.push({ rule: unless, pointer: `/steps/${id}/effect`, as: "must" });
    if (step.kind === "end" && step.explains !== undefined)
      named.push({ rule: step.explains, pointer: `/steps/${id}/explains`, as: "must" });
  }
  return named;
}

/** Returns the rule that a condition names, or the rules that the condition calls. */
function rulesInWhen(when: Json, pointer: string): readonly NamedRule[] {
  if (typeof when === "string") return [{ rule: when, pointer, as: "must" }];
  return rulesInLogic(when).map((rule) => ({ rule, pointer, as: "either" }));
}

/** Returns the rules that an expression calls with `{"rule": "<id>"}`. */
export function rulesInLogic(logic: Json): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap((item: Json) => rulesInLogic(item));
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, inner]) => {
    if (operator === "cases" || operator === "given") return [];
    if (operator !== "rule") return rulesInLogic(inner as Json);
    const id = Array.isArray(inner) ? (inner[0] as Json) : inner;
    return typeof id === "string" ? [id] : rulesInLogic(inner as Json);
  });
}

/** Returns the given rules and every rule that they refer to, directly or indirectly. */
export function withReferences(
  { rules }: Pick<Definition, "rules">,
  ids: Iterable<string>,
): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found) {
    const rule = Object.hasOwn(rules, id) ? (rules[id] ?? null) : null;
    for (const other of rulesInLogic(rule)) found.add(other);
  }
  return found;
}
