import type { Definition } from "../../engine/flow/definition.ts";
import type { EffectStep } from "../../engine/flow/flow-file.ts";
import { rulesThatMake } from "../../engine/verify/compare/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import { called, type Loss } from "./loss.ts";

/**
 * Finds inputs of an effect that a rule computed in the old version, and that are missing or have another
 * source now.
 */
export function lostResults(
  guarded: { readonly step: string; readonly now: string },
  { before, after }: Versions<Definition>,
  wording: Wording,
): readonly Loss[] {
  const given = inputOf(after, guarded.now);
  return [...inputOf(before, guarded.step)].flatMap(([name, path]): readonly Loss[] => {
    const now = given.get(name);
    const makes = now === undefined ? new Set<string>() : rulesThatMake(after, now);
    // Only the nearest rule is reported: the rules on which it depends are lost with it.
    const rule = [...rulesThatMake(before, path)].find((one) => !makes.has(one));
    if (rule === undefined) return [];
    const params = { place: called(wording, path), rule: wording.naming.rule(rule, wording.language) };
    return [{ kind: "rule", says: { key: "lost.result", params } }];
  });
}

/** Returns the inputs of an effect step, by name. The mark of an optional input is removed. */
function inputOf({ flow }: Definition, step: string): ReadonlyMap<string, string> {
  const { input } = flow.steps[step] as EffectStep;
  return new Map(
    Object.entries(input).map(([name, path]) => [name.replace(/\?$/, ""), path.replace(/\?$/, "")]),
  );
}
