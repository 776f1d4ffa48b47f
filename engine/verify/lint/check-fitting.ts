import type { Definition } from "../../flow/definition.ts";
import { tradeOf } from "../../flow/trade.ts";
import { effectInputsOf, placeOfInput, schemaAt } from "../model/index.ts";
import type { Fault } from "./fault.ts";
import { wider } from "./wider.ts";

/**
 * Checks that an effect input or fact argument accepts every possible value at the data path that it reads.
 */
export function checkFitting(definition: Definition): readonly Fault[] {
  return [...inputs(definition), ...factArguments(definition)];
}

function inputs(definition: Definition): readonly Fault[] {
  const { formats } = tradeOf(definition);
  return effectInputsOf(definition).flatMap(({ id, name, path, wanted, pointer }): readonly Fault[] => {
    const given = schemaAt(definition, placeOfInput(id, path));
    const found = wanted === undefined || given === undefined ? null : wider(given, wanted.schema, formats);
    return found === null
      ? []
      : [{ pointer, says: { key: "input-type.wider", params: { name, path, ...found } } }];
  });
}

function factArguments(definition: Definition): readonly Fault[] {
  const { formats } = tradeOf(definition);
  return Object.entries(definition.flow.facts).flatMap(([fact, args]) =>
    Object.entries(args).flatMap(([name, path]): readonly Fault[] => {
      const wanted = definition.facts[fact]?.args?.[name];
      const given = schemaAt(definition, path);
      const found = wanted === undefined || given === undefined ? null : wider(given, wanted, formats);
      if (found === null) return [];
      return [
        {
          pointer: `/facts/${fact}/${name}`,
          says: { key: "input-type.wider", params: { name, path, ...found } },
        },
      ];
    }),
  );
}
