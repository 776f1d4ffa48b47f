import type { Definition } from "../../flow/definition.ts";
import type { EffectStep } from "../../flow/flow-file.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Path } from "../../rules/rule.ts";
import { type TypeEnv, typeAt } from "../../rules/types.ts";
import { typeOfSchema } from "../../rules/types-of-schema.ts";
import type { JsonSchema } from "../../values/json.ts";
import { effectInputsOf, fitsType, openFieldsOf, placeOfInput, reachableFrom } from "../model/index.ts";
import type { Fault } from "./fault.ts";
import { fieldKindOf } from "./names.ts";

/**
 * Checks that an input reads the data path of the same name. If such a data path exists, it is probably a
 * mistake to omit the input or to read another data path.
 */
export function checkInputs(definition: Definition): readonly Fault[] {
  const types = typesOfDefinition(definition);
  return [
    ...crossed(definition, types).flatMap(({ pointer, params, isExchanged }): readonly Fault[] =>
      isExchanged ? [] : [{ pointer, says: { key: "crossed-input", params } }],
    ),
    ...leftOut(definition, types),
  ];
}

/**
 * Reports two exchanged inputs of an effect. An input is exchanged if it reads the data path with the name of
 * another input, although a data path with the input's own name exists.
 */
export function checkExchanged(definition: Definition): readonly Fault[] {
  return crossed(definition, typesOfDefinition(definition)).flatMap(
    ({ pointer, params, isExchanged }): readonly Fault[] =>
      isExchanged ? [{ pointer, says: { key: "exchanged-input", params } }] : [],
  );
}

/**
 * Checks that a question is required if an effect needs its answer. The effect's signature can permit a
 * missing answer. Consents and declarations must always be required, because people declare only what they
 * answered.
 */
export function checkAnswered(definition: Definition): readonly Fault[] {
  const agreed = Object.entries(definition.schemas).flatMap(([id, schema]) =>
    agreementsIn(schema, `answers.${id}`).flatMap((place) => openFieldsOf(definition, place)),
  );
  const given = effectInputsOf(definition).flatMap(({ id, step, name, path, wanted }): readonly Fault[] => {
    const { effect } = step;
    const mayBeLeftOut = definition.effects[effect]?.mayBeLeftOut ?? [];
    // If the effect requires the input, the check of effects reports the fault at the input.
    if (wanted === undefined || wanted.required || mayBeLeftOut.includes(name)) return [];
    return openFieldsOf(definition, placeOfInput(id, path))
      .filter(({ place }) => !agreed.some((known) => known.place === place))
      .map(({ place, spot }) => ({
        ...spot,
        says: { key: "answer-optional", params: { field: place, effect, name } },
      }));
  });
  return [
    ...agreed.map(
      ({ place, spot }): Fault => ({
        ...spot,
        says: { key: "answer-optional.agreement", params: { field: place } },
      }),
    ),
    ...given,
  ];
}

function agreementsIn(schema: JsonSchema, place: Path): readonly Path[] {
  return fieldsOf(schema).flatMap((field) => {
    const inner = `${place}.${field.name}`;
    return fieldKindOf(field.schema).endsWith("agreement") ? [inner] : agreementsIn(field.schema, inner);
  });
}

type Crossing = {
  readonly pointer: string;
  readonly params: {
    readonly effect: string;
    readonly name: string;
    readonly path: Path;
    readonly own: Path;
  };
  /** Whether the input reads a data path that has the name of another input. */
  readonly isExchanged: boolean;
};

function crossed(definition: Definition, types: TypeEnv): readonly Crossing[] {
  return effectInputsOf(definition).flatMap(
    ({ id, step, name, path, wanted, pointer }): readonly Crossing[] => {
      if (wanted === undefined || lastOf(path) === name) return [];
      const own = namesakes(definition, types, { id, name, schema: wanted.schema })[0];
      if (own === undefined) return [];
      const { effect } = step;
      const isExchanged = fieldsOf(definition.effects[effect]?.input ?? {}).some(
        (field) => field.name === lastOf(path),
      );
      return [{ pointer, params: { effect, name, path, own }, isExchanged }];
    },
  );
}

function leftOut(definition: Definition, types: TypeEnv): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]): readonly Fault[] => {
    const signature = step.kind === "effect" ? definition.effects[step.effect] : undefined;
    if (signature === undefined) return [];
    const { effect, input } = step as EffectStep;
    return fieldsOf(signature.input).flatMap(({ name, required, schema }): readonly Fault[] => {
      if (required || Object.hasOwn(input, name) || Object.hasOwn(input, `${name}?`)) return [];
      const own = namesakes(definition, types, { id, name, schema })[0];
      if (own === undefined) return [];
      return [
        { pointer: `/steps/${id}/input`, says: { key: "input-left-out", params: { effect, name, own } } },
      ];
    });
  });
}

/**
 * Returns the data paths that have an input's name and a suitable type: derived values, and answers of
 * earlier steps.
 */
function namesakes(
  definition: Definition,
  types: TypeEnv,
  { id, name, schema }: { readonly id: string; readonly name: string; readonly schema: JsonSchema },
): readonly Path[] {
  const wanted = typeOfSchema(schema, tradeOf(definition).formats);
  const fits = (path: Path) => {
    const type = typeAt(types, path);
    return type !== undefined && fitsType(type, wanted);
  };
  const answers = Object.keys(definition.flow.steps)
    .map((step) => ({ step, path: `answers.${step}.${name}` }))
    .filter(({ step, path }) => fits(path) && reachableFrom(definition, step).has(id))
    .map(({ path }) => path);
  const derived = `derived.${name}`;
  return fits(derived) ? [...answers, derived] : answers;
}

function lastOf(path: Path): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
