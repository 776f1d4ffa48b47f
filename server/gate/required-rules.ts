import type { Definition, EffectSignature } from "../../engine/flow/definition.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import { rulesOf } from "../../engine/rules/index.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding, Logic } from "../../engine/rules/rule.ts";
import { equalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Files } from "../sources/index.ts";

type Rules = { readonly [rule: string]: Json };

/** The effects and rules of a published flow, for comparison with a new flow. */
export type Holding = {
  readonly flow: string;
  readonly effects: readonly string[];
  readonly rules: Rules;
  /** Rules that compute the inputs of each effect. */
  readonly makers: { readonly [effect: string]: readonly Maker[] };
};

type Maker = { readonly input: string; readonly rule: string };

/** Returns the effects and rules of a flow with these files. */
export function holdingOf({ flow, files }: { readonly flow: string; readonly files: Files }): Holding {
  const file = files[`flows/${flow}/flow.json`];
  const steps = isObject(file) && isObject(file.steps) ? Object.values(file.steps) : [];
  const effects = steps.flatMap((step) =>
    isObject(step) && step.kind === "effect" && typeof step.effect === "string" ? [step.effect] : [],
  );
  const derived = isObject(file) && isObject(file.derived) ? file.derived : {};
  const makers = Object.fromEntries(effects.map((effect) => [effect, makersOf(effect, steps, derived)]));
  return { flow, effects, rules: rulesOfFiles(flow, files), makers };
}

/**
 * Returns the rules whose value is an input of an effect. Example: the rule that computes a level from a
 * score.
 */
function makersOf(effect: string, steps: readonly Json[], derived: JsonObject): readonly Maker[] {
  return steps.flatMap((step) => {
    if (!isObject(step) || step.effect !== effect || !isObject(step.input)) return [];
    return Object.entries(step.input).flatMap(([name, place]) => {
      const made = typeof place === "string" ? derived[place.replace(/^derived\.|\?$/g, "")] : undefined;
      const input = name.replace(/\?$/, "");
      return isObject(made) && typeof made.rule === "string" ? [{ input, rule: made.rule }] : [];
    });
  });
}

/**
 * Compares the rules of a new flow with those of published flows that have the same effect, and reports
 * differences. Rules that an effect requires, or that compute its inputs, must be identical, including the
 * rules that they use. Without a published flow that has the same effect, nothing is compared.
 */
export function requiredRules(
  definition: Definition,
  files: Files,
  beside: readonly Holding[],
  fileOf: (rule: string) => string,
): readonly Finding[] {
  const { flow, effects } = definition;
  const own = holdingOf({ flow: flow.id, files });
  return [...new Set(own.effects)].flatMap((effect) => {
    const holding = beside.filter((other) => other.effects.includes(effect));
    const made = holding.flatMap((other) => promised(other, effects[effect]));
    const rules = new Set([...(effects[effect]?.requires ?? []), ...made]);
    return [...rules].flatMap((rule): readonly Finding[] => {
      const isMade = promised(own, effects[effect]).includes(rule) || !made.includes(rule);
      const unlike = holding.map((other) => ({
        flow: other.flow,
        rule: isMade ? firstUnlike(rule, own.rules, other.rules) : rule,
      }));
      const [first] = unlike;
      if (first === undefined || first.rule === null || unlike.some((one) => one.rule === null)) return [];
      const spot = { file: fileOf(first.rule), pointer: "" };
      const params = { rule: first.rule, flow: first.flow, effect };
      return [errorAt(spot, { key: "rule-unlike", params })];
    });
  });
}

/**
 * Returns the rules that compute the declared inputs of an effect. Leaves out additional inputs of an open
 * effect, which each flow may choose.
 */
function promised({ makers }: Holding, effect: EffectSignature | undefined): readonly string[] {
  if (effect === undefined) return [];
  const { properties } = effect.input;
  return (makers[effect.id] ?? [])
    .filter(({ input }) => effect.open !== true || (isObject(properties) && Object.hasOwn(properties, input)))
    .map(({ rule }) => rule);
}

/**
 * Returns the first rule that differs between two flows, including rules that a rule uses; `null` if none
 * differs.
 */
function firstUnlike(rule: string, own: Rules, other: Rules, seen = new Set<string>()): string | null {
  if (seen.has(rule)) return null;
  seen.add(rule);
  const [ours, theirs] = [own[rule], other[rule]];
  if (ours === undefined || theirs === undefined) return ours === theirs ? null : rule;
  if (!equalJson(ours, theirs)) return rule;
  for (const inside of rulesInFile(ours)) {
    const unlike = firstUnlike(inside, own, other, seen);
    if (unlike !== null) return unlike;
  }
  return null;
}

function rulesInFile(file: Json): readonly string[] {
  if (!isObject(file)) return [];
  const parts = Array.isArray(file.must) ? file.must : [file.value];
  return parts.flatMap((part) => (isObject(part) ? rulesOf(part.logic as Logic) : []));
}

function rulesOfFiles(flow: string, files: Files): Rules {
  const rules = new Map<string, Json>();
  for (const folder of ["flows/shared/rules/", `flows/${flow}/rules/`])
    for (const [path, content] of Object.entries(files))
      if (path.startsWith(folder)) rules.set(path.slice(folder.length, -".json".length), content);
  return Object.fromEntries(rules);
}
