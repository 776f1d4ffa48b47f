import { isObject } from "../../engine/flow/form-schema.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Files } from "../sources/index.ts";

/**
 * Copies the files of a flow as a start for a new flow. Steps, forms and rules get the new name, and texts
 * are in separate files. The page address and the links on pages are left out, because they belong to the
 * original flow.
 */
export function likeAnother(files: Files, from: string, to: string): Files {
  const own: { [path: string]: Json } = {};
  for (const [path, content] of Object.entries(files)) {
    if (path === `flows/${from}/flow.json`) own[`flows/${to}/flow.json`] = flowLike(content, to);
    else if (path.startsWith(`flows/${from}/`)) own[path.replace(`flows/${from}/`, `flows/${to}/`)] = content;
    else if (path.startsWith(`schemas/${from}/`))
      own[path.replace(`schemas/${from}/`, `schemas/${to}/`)] = schemaLike(content, from, to);
  }
  const { namespace } = asObject(files[`flows/${from}/flow.json`]);
  for (const language of LANGUAGES) {
    const sentences = asObject(asObject(files[`locales/${language}/${namespace}.json`])[from]);
    const { entries: _, title, ...others } = sentences;
    // No two flows can have the same title, so the name of the new flow is added to it.
    const named = typeof title === "string" ? { title: `${title} (${to})` } : {};
    own[`locales/${language}/${to}.json`] = { [to]: { ...named, ...others } };
  }
  return own;
}

function flowLike(content: Json, to: string): Json {
  const { address: _1, entries: _2, ...flow } = asObject(content);
  return { ...flow, id: to, namespace: to };
}

function schemaLike(content: Json, from: string, to: string): Json {
  const { $id, ...schema } = asObject(content);
  if (typeof $id !== "string") return schema;
  return { $id: $id.startsWith(`${from}/`) ? `${to}/${$id.slice(from.length + 1)}` : $id, ...schema };
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
