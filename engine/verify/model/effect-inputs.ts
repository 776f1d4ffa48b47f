import type { Definition } from "../../flow/definition.ts";
import type { EffectStep, ReviewStep } from "../../flow/flow-file.ts";
import { type Field, fieldsOf } from "../../flow/form-schema.ts";
import { pathsShown } from "../../flow/shown.ts";
import type { Path } from "../../rules/rule.ts";
import { kindOf, type Type } from "../../rules/types.ts";

/**
 * One input of an effect: its position in the flow, and the signature's field with the same name, if there is
 * one.
 */
export type EffectInputUse = {
  readonly id: string;
  readonly step: EffectStep;
  /** Name of the input, without a trailing `?`. */
  readonly name: string;
  readonly path: Path;
  readonly wanted: Field | undefined;
  readonly pointer: string;
};

/** Returns every input of every effect of a flow that has a signature. */
export function effectInputsOf(definition: Definition): readonly EffectInputUse[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    if (step.kind !== "effect") return [];
    const signature = definition.effects[step.effect];
    if (signature === undefined) return [];
    const fields = fieldsOf(signature.input);
    return Object.entries(step.input).map(([key, path]) => {
      const name = key.replace(/\?$/, "");
      const wanted = fields.find((field) => field.name === name);
      return { id, step, name, path, wanted, pointer: `/steps/${id}/input/${key}` };
    });
  });
}

/**
 * Returns the data path that an effect input reads. In a flow file, an input from the effect's own form is
 * written `form.<field>`.
 */
export function placeOfInput(id: string, path: Path): Path {
  return path.startsWith("form.") ? `answers.${id}.${path.slice("form.".length)}` : path;
}

/**
 * Returns the inputs that a review can show: answers, facts and derived values. Excludes secrets, outputs of
 * other effects, and words that the flow itself determines.
 */
export function submittedBy(
  { effects }: Pick<Definition, "effects">,
  step: EffectStep,
): readonly { readonly name: string; readonly path: Path }[] {
  const spelled = effects[step.effect]?.spelled ?? [];
  return Object.entries(step.input)
    .filter(([, path]) => /^(answers|derived|facts)\./.test(path))
    .filter(([name, path]) => !(path.startsWith("derived.") && spelled.includes(name.replace(/\?$/, ""))))
    .map(([name, path]) => ({ name, path }));
}

/** Returns true if a review shows a data path, either alone or as part of a larger value. */
export function isShownBy(review: ReviewStep, path: Path): boolean {
  return pathsShown(review).some((place) => path === place || path.startsWith(`${place}.`));
}

/**
 * Returns true if every value of one type is allowed where another type is wanted. Compares kinds and closed
 * lists of words.
 */
export function fitsType(given: Type, wanted: Type): boolean {
  if (given.kind === "enum" && wanted.kind === "enum")
    return given.words.every((word) => wanted.words.includes(word));
  if (given.kind === "enum" || given.kind === "file")
    return wanted.kind === "string" || wanted.kind === given.kind;
  if (given.kind === "integer" && wanted.kind === "number") return true;
  if (given.kind === "list" && wanted.kind === "list") return fitsType(given.item, wanted.item);
  return kindOf(given) === kindOf(wanted);
}
