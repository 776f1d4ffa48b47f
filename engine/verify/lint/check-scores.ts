import type { Definition } from "../../flow/definition.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import { pathsOfLogic } from "../../flow/paths-read.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import { functionOf, tradeOf } from "../../flow/trade.ts";
import { readsOf } from "../../rules/reads-of.ts";
import type { Logic, Path } from "../../rules/rule.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { answerPlacesBehind } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/** Checks that a sum counts each data path once, and that it includes every question with numeric options. */
export function checkScores(definition: Definition, fileOf: (rule: string) => string): readonly Fault[] {
  const sums = [...rulesSums(definition, fileOf), ...derivedSums(definition)];
  return [...sums.flatMap(twice), ...uncounted(definition, sums)];
}

/** A sum. `reads` lists the data paths that an operand reads directly. */
type Sum = {
  readonly file?: string;
  readonly operands: readonly { readonly pointer: string; readonly reads: readonly Path[] }[];
  /** Answers on which the sum depends, directly or indirectly. */
  readonly answers: readonly Path[];
};

function rulesSums(definition: Definition, fileOf: (rule: string) => string): readonly Sum[] {
  return Object.values(definition.rules).flatMap((rule) => {
    const file = fileOf(rule.id);
    const logics: readonly (readonly [Logic, string])[] = rule.must
      ? rule.must.map(({ logic }, index) => [logic, `/must/${index}/logic`] as const)
      : [[rule.value.logic, "/value/logic"]];
    return logics.flatMap(([logic, at]) =>
      sumsIn(logic, at).map(({ operands, pointer }) => ({
        file,
        operands: operands.map((operand, index) => ({
          pointer: `${pointer}/+/${index}`,
          reads: readsOf(operand),
        })),
        answers: answerPlacesBehind(definition, pathsOfLogic(definition, { "+": operands } as Json)),
      })),
    );
  });
}

function derivedSums(definition: Definition): readonly Sum[] {
  return Object.entries(definition.flow.derived).flatMap(([name, derived]) =>
    "fn" in derived && functionOf(tradeOf(definition), derived.fn)?.isSum
      ? [
          {
            operands: derived.args.map((path, index) => ({
              pointer: `/derived/${name}/args/${index}`,
              reads: [path],
            })),
            answers: answerPlacesBehind(definition, derived.args),
          },
        ]
      : [],
  );
}

function sumsIn(logic: Json, pointer: string): readonly { operands: readonly Json[]; pointer: string }[] {
  if (Array.isArray(logic)) return logic.flatMap((part: Json, index) => sumsIn(part, `${pointer}/${index}`));
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, operands]) => [
    ...(operator === "+" && Array.isArray(operands) && operands.length > 1 ? [{ operands, pointer }] : []),
    ...sumsIn(operands, `${pointer}/${operator}`),
  ]);
}

function twice({ file, operands }: Sum): readonly Fault[] {
  return operands.flatMap(({ pointer, reads }, index) => {
    const before = new Set(operands.slice(0, index).flatMap((operand) => operand.reads));
    const path = reads.find((read) => before.has(read));
    if (path === undefined) return [];
    const says = { key: "counted-twice", params: { path } } as const;
    return [file === undefined ? { pointer, says } : { file, pointer, says }];
  });
}

/**
 * Reports a question with numeric options that no sum counts. Numeric options are scores. If other scores of
 * the flow are counted, this question was probably forgotten.
 */
function uncounted(definition: Definition, sums: readonly Sum[]): readonly Fault[] {
  const counted = new Set(sums.flatMap(({ answers }) => answers));
  const scores = Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    const schema = definition.schemas[id];
    if (schema === undefined || !hasForm(step)) return [];
    return fieldsOf(schema)
      .filter((field) => isScore(field.schema))
      .map(({ name }) => ({
        name,
        path: `answers.${id}.${name}`,
        file: formSchemaFile(definition.flow.id, id, step),
      }));
  });
  if (!scores.some(({ path }) => counted.has(path))) return [];
  return scores
    .filter(({ path }) => !counted.has(path))
    .map(({ name, path, file }) => ({
      file,
      pointer: `/properties/${name}`,
      says: { key: "not-counted", params: { path } },
    }));
}

function isScore(schema: JsonSchema): boolean {
  const items = schema.type === "array" && isObject(schema.items) ? schema.items : schema;
  return Array.isArray(items.enum) && items.enum.every((choice) => typeof choice === "number");
}
