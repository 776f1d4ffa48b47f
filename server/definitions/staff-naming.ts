import type { Definition, Language } from "../../engine/flow/definition.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { type Naming, namingOf } from "../../engine/verify/words/people.ts";
import type { Files } from "./tables.ts";

/**
 * Names of places as colleagues read them. A flow names what investors see, and to them ("Your risk level"); facts that
 * only rules read have no name there. Those stand in the staff texts, below `definitions.names`; all others are the flow's.
 */
export function staffNaming(definition: Definition, files: Files): Naming {
  const own = namingOf(definition);
  return {
    place: (path, language) => textAt(files, language, `${path}.label`) ?? own.place(path, language),
    value: (path, value, language) =>
      textAt(files, language, `${path}.options.${String(value)}`) ?? own.value(path, value, language),
  };
}

function textAt(files: Files, language: Language, path: string): string | null {
  const found = ["definitions", "names", ...path.split(".")].reduce<Json | undefined>(
    (at, name) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, name) ? (at as JsonObject)[name] : undefined,
    files[`locales/${language}/staff.json`],
  );
  return typeof found === "string" ? found : null;
}
