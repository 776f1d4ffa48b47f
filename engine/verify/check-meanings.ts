import type { Definition } from "../flow/definition.ts";
import { isObject } from "../flow/form-schema.ts";
import { functionOf, tradeOf } from "../flow/trade.ts";
import type { Path } from "../rules/rule.ts";
import { schemaAt } from "./cells/domain.ts";
import { effectInputsOf, placeOfInput } from "./effect-inputs.ts";
import type { Fault } from "./fault.ts";

/**
 * Where a schema says what a value means (`means`), nothing of another meaning stands there, though it be of the same
 * type: inputs of effects take only a place that says the same, arguments of derived functions none that says another.
 */
export function checkMeanings(definition: Definition): readonly Fault[] {
  return [...inputs(definition), ...derivedArguments(definition)];
}

function inputs(definition: Definition): readonly Fault[] {
  return effectInputsOf(definition).flatMap(({ id, step, name, path, wanted, pointer }): readonly Fault[] => {
    const means = wanted?.schema.means;
    const given = meaningOf(definition, placeOfInput(id, path));
    if (typeof means !== "string" || given === means) return [];
    const params = { name, effect: step.effect, path, means };
    return [
      given === undefined
        ? { pointer, says: { key: "input-meaning.unsaid", params } }
        : { pointer, says: { key: "input-meaning", params: { ...params, given } } },
    ];
  });
}

function derivedArguments(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.derived).flatMap(([name, derived]) => {
    if ("rule" in derived) return [];
    const known = functionOf(tradeOf(definition), derived.fn);
    return derived.args.flatMap((path, index): readonly Fault[] => {
      const means = known?.means?.[index];
      const given = meaningOf(definition, path);
      if (known === undefined || means === undefined || given === undefined || given === means) return [];
      const params = { name: derived.fn, path, means, given, meaning: known.meaning };
      return [{ pointer: `/derived/${name}/args/${index}`, says: { key: "argument-meaning", params } }];
    });
  });
}

/** What the value at a place means, as far as a schema, a rule or a derived function says it. */
function meaningOf(definition: Definition, path: Path): string | undefined {
  const [root, name = ""] = path.split(".");
  if (root !== "derived") return saidBy(schemaAt(definition, path)?.means);
  const derived = definition.flow.derived[name];
  if (derived === undefined) return undefined;
  if ("fn" in derived) return functionOf(tradeOf(definition), derived.fn)?.gives;
  const type = definition.rules[derived.rule]?.value?.type;
  return isObject(type) ? saidBy(type.means) : undefined;
}

function saidBy(means: unknown): string | undefined {
  return typeof means === "string" ? means : undefined;
}
