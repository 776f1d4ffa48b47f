import type { Definition } from "../flow/definition.ts";
import { fieldsOf } from "../flow/form-schema.ts";
import { schemaAt } from "./cells/domain.ts";
import type { Fault } from "./fault.ts";
import { wider } from "./wider.ts";

/** Whatever may stand at the place that an effect's input or a fact's argument reads, that one takes. */
export function checkFitting(definition: Definition): readonly Fault[] {
  return [...inputs(definition), ...factArguments(definition)];
}

function inputs(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    const signature = step.kind === "effect" ? definition.effects[step.effect] : undefined;
    if (step.kind !== "effect" || signature === undefined) return [];
    const fields = fieldsOf(signature.input);
    return Object.entries(step.input).flatMap(([key, path]): readonly Fault[] => {
      const name = key.replace(/\?$/, "");
      const wanted = fields.find((field) => field.name === name);
      const from = path.startsWith("form.") ? `answers.${id}.${path.slice("form.".length)}` : path;
      const given = schemaAt(definition, from);
      const found = wanted === undefined || given === undefined ? null : wider(given, wanted.schema);
      if (found === null) return [];
      const pointer = `/steps/${id}/input/${key}`;
      return [{ pointer, says: { key: "input-type.wider", params: { name, path, ...found } } }];
    });
  });
}

function factArguments(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.facts).flatMap(([fact, args]) =>
    Object.entries(args).flatMap(([name, path]): readonly Fault[] => {
      const wanted = definition.facts[fact]?.args?.[name];
      const given = schemaAt(definition, path);
      const found = wanted === undefined || given === undefined ? null : wider(given, wanted);
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
