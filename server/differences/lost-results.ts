import type { Definition } from "../../engine/flow/definition.ts";
import type { EffectStep } from "../../engine/flow/flow-file.ts";
import { rulesThatMake } from "../../engine/verify/compare/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import { called, type Loss } from "./loss.ts";

/**
 * Finds inputs of an effect that were computed by a rule in the old version. They are lost if they are now
 * missing, or come from elsewhere without that rule.
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
    // A value can depend on several rules, one behind the other. Only the rule nearest to the value is
    // reported, because the rules behind it are lost together with it.
    const rule = [...rulesThatMake(before, path)].find((one) => !makes.has(one));
    if (rule === undefined) return [];
    const params = { place: called(wording, path), rule: wording.naming.rule(rule, wording.language) };
    return [{ kind: "rule", says: { key: "lost.result", params } }];
  });
}

/**
 * Returns the data paths of an effect step's inputs, by input name. The `?` that marks optional inputs is
 * removed.
 */
function inputOf({ flow }: Definition, step: string): ReadonlyMap<string, string> {
  const { input } = flow.steps[step] as EffectStep;
  return new Map(
    Object.entries(input).map(([name, path]) => [name.replace(/\?$/, ""), path.replace(/\?$/, "")]),
  );
}
