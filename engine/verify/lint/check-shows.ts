import type { Definition } from "../../flow/definition.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { mayLack, reachableFrom, rootSchema, usesOf } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a value is present when a screen shows it. If the data path ends in `?`, it is sufficient that
 * the value is sometimes present.
 */
export function checkShows(definition: Definition): readonly Fault[] {
  return usesOf(definition)
    .filter(({ as }) => as === "shows")
    .flatMap(({ path, pointer, step }): readonly Fault[] => {
      const place = path.replace(/\?$/, "");
      const [root, from, name] = place.split(".") as [string, string, string?];
      const id = step as string;
      if ((root !== "answers" && root !== "effects") || !Object.hasOwn(definition.flow.steps, from))
        return [];
      // A form also shows its own fields, with the values that the person is typing.
      if (root === "answers" && from === id) return [];
      if (from === id || !reachableFrom(definition, from).has(id))
        return [{ pointer, says: { key: "shown-never", params: { path: place, step: id, from } } }];
      if (path.endsWith("?")) return [];
      const schema = rootSchema(definition, root, from);
      const field = schema && fieldsOf(schema).find((one) => one.name === name);
      if (mayLack(definition, id, { root, from }) || (field !== undefined && !field.required))
        return [{ pointer, says: { key: "shown-may-be-missing", params: { path: place, step: id } } }];
      return [];
    });
}
