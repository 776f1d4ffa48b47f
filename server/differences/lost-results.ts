import type { Definition } from "../../engine/flow/definition.ts";
import type { EffectStep } from "../../engine/flow/flow-file.ts";
import { rulesThatMake } from "../../engine/verify/compare/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import { called, type Loss } from "./loss.ts";

/** Finds inputs of an effect that a rule computed and that now come from elsewhere or are missing. */
export function lostResults(
  guarded: { readonly step: string; readonly now: string },
  { before, after }: Versions<Definition>,
  wording: Wording,
): readonly Loss[] {
  const given = inputOf(after, guarded.now);
  return [...inputOf(before, guarded.step)].flatMap(([name, path]): readonly Loss[] => {
    const now = given.get(name);
    const makes = now === undefined ? new Set<string>() : rulesThatMake(after, now);
    // The nearest rule is enough: those behind it are lost with it.
    const rule = [...rulesThatMake(before, path)].find((one) => !makes.has(one));
    if (rule === undefined) return [];
    const params = { place: called(wording, path), rule: wording.naming.rule(rule, wording.language) };
    return [{ kind: "rule", says: { key: "lost.result", params } }];
  });
}

/** Returns the inputs of an effect step by name, without optional marks. */
function inputOf({ flow }: Definition, step: string): ReadonlyMap<string, string> {
  const { input } = flow.steps[step] as EffectStep;
  return new Map(
    Object.entries(input).map(([name, path]) => [name.replace(/\?$/, ""), path.replace(/\?$/, "")]),
  );
}
