import type { Definition } from "../../flow/definition.ts";
import { callOf, isByRule } from "../../flow/derived-call.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import { functionOf, tradeOf } from "../../flow/trade.ts";
import type { Path } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import { effectInputsOf, placeOfInput, schemaAt } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks meanings (`means`) of values, so that values of the same type are not exchanged. The value for an
 * effect's input, for a fact's argument or for a part of a group must have the same meaning. An argument of a
 * derived function only rejects values with a different meaning.
 */
export function checkMeanings(definition: Definition): readonly Fault[] {
  return [
    ...inputs(definition),
    ...factArguments(definition),
    ...derivedArguments(definition),
    ...prefilled(definition),
  ];
}

function inputs(definition: Definition): readonly Fault[] {
  return effectInputsOf(definition).flatMap(({ id, step, name, path, wanted, pointer }) =>
    partsThatMean(name, placeOfInput(id, path), wanted?.schema).flatMap((part): readonly Fault[] => {
      const given = meaningOf(definition, part.place);
      if (given === part.means) return [];
      const params = {
        name: part.name,
        effect: step.effect,
        path: part.name === name ? path : part.place,
        means: part.means,
      };
      return [
        given === undefined
          ? { pointer, says: { key: "input-meaning.unsaid", params } }
          : { pointer, says: { key: "input-meaning", params: { ...params, given } } },
      ];
    }),
  );
}

function factArguments(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.facts).flatMap(([fact, args]) =>
    Object.entries(args).flatMap(([name, path]): readonly Fault[] => {
      const means = saidBy(definition.facts[fact]?.args?.[name]?.means);
      const given = meaningOf(definition, path);
      if (means === undefined || given === means) return [];
      const pointer = `/facts/${fact}/${name}`;
      const params = { fact, name, path, means };
      return [
        given === undefined
          ? { pointer, says: { key: "argument-meaning.unsaid", params } }
          : { pointer, says: { key: "argument-meaning.fact", params: { ...params, given } } },
      ];
    }),
  );
}

/** Reports an initial value whose meaning differs from the field's meaning. */
function prefilled(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]) =>
    Object.entries(step.kind === "form" ? (step.prefill ?? {}) : {}).flatMap(
      ([field, path]): readonly Fault[] => {
        const means = meaningOf(definition, `answers.${id}.${field}`);
        const given = meaningOf(definition, path);
        if (means === undefined || means === given) return [];
        const params = { field, path, means, given: given ?? "–" };
        return [{ pointer: `/steps/${id}/prefill/${field}`, says: { key: "prefill-meaning", params } }];
      },
    ),
  );
}

/** Returns the value and its parts, as far as they have a declared meaning, with their data paths. */
function partsThatMean(
  name: string,
  place: Path,
  schema: JsonSchema | undefined,
): readonly { readonly name: string; readonly place: Path; readonly means: string }[] {
  if (schema === undefined) return [];
  const means = saidBy(schema.means);
  return [
    ...(means === undefined ? [] : [{ name, place, means }]),
    ...fieldsOf(schema).flatMap((field) =>
      partsThatMean(`${name}.${field.name}`, `${place}.${field.name}`, field.schema),
    ),
  ];
}

function derivedArguments(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.derived).flatMap(([name, derived]) => {
    if (!("fn" in derived)) return [];
    const known = functionOf(tradeOf(definition), derived.fn);
    return derived.args.flatMap((path, index): readonly Fault[] => {
      const means = known?.means?.[index];
      const given = meaningOf(definition, path);
      if (known === undefined || means === undefined || given === means) return [];
      const pointer = `/derived/${name}/args/${index}`;
      const params = { name: derived.fn, path, means };
      // If an answer or fact has no declared meaning, that is no fault. A literal without a meaning is a
      // fault, because a literal can never be a rate, a date or an amount.
      if (given === undefined)
        return isSpelled(definition, path)
          ? [{ pointer, says: { key: "argument-meaning.spelled", params } }]
          : [];
      const { meaning } = known;
      return [{ pointer, says: { key: "argument-meaning", params: { ...params, given, meaning } } }];
    });
  });
}

/** Returns true if the value at a data path is a literal of the flow. */
function isSpelled({ flow }: Definition, path: Path): boolean {
  const [root, name = ""] = path.split(".");
  const derived = root === "derived" ? flow.derived[name] : undefined;
  return derived !== undefined && "const" in derived;
}

/**
 * Returns the meaning of the value at a data path, if a schema, a rule or a derived function declares one.
 */
function meaningOf(definition: Definition, path: Path): string | undefined {
  const [root, name = ""] = path.split(".");
  if (root !== "derived") return saidBy(schemaAt(definition, path)?.means);
  const derived = definition.flow.derived[name];
  if (derived === undefined) return undefined;
  if (!isByRule(derived)) return callOf(tradeOf(definition), derived)?.known?.gives;
  const type = definition.rules[derived.rule]?.value?.type;
  return isObject(type) ? saidBy(type.means) : undefined;
}

function saidBy(means: unknown): string | undefined {
  return typeof means === "string" ? means : undefined;
}
