import type { ErrorObject } from "ajv";
import type { FindingMessage, Param } from "../rules/message.ts";
import type { SchemaFault } from "./form-schema.ts";

/** Converts an ajv error about the shape of a file to a finding message. */
export function faultOfShape({ instancePath, keyword, params }: ErrorObject): SchemaFault {
  const says = sayShape(keyword, params as { readonly [name: string]: Param });
  const name = instancePath.split("/").at(-1) ?? "";
  // A part that is optional and empty must be omitted from the file.
  if (says.key === "wrong-shape.few" && keyword === "minItems" && /^[a-z]/i.test(name))
    return { pointer: instancePath, says: { key: "wrong-shape.empty", params: { name, ...says.params } } };
  return { pointer: instancePath, says };
}

function sayShape(keyword: string, params: { readonly [name: string]: Param | undefined }): FindingMessage {
  const { missingProperty, additionalProperty, allowedValues, tagValue, limit } = params;
  if (missingProperty !== undefined)
    return { key: "wrong-shape.required", params: { name: missingProperty } };
  if (additionalProperty !== undefined)
    return { key: "wrong-shape.additional", params: { name: additionalProperty } };
  if (allowedValues !== undefined) return { key: "wrong-shape.words", params: { words: allowedValues } };
  if (keyword === "discriminator") return { key: "wrong-shape.kind", params: { kind: tagValue ?? "" } };
  if (params.type !== undefined) return { key: "wrong-shape.type", params: { type: params.type } };
  if (params.pattern !== undefined)
    return { key: "wrong-shape.pattern", params: { pattern: params.pattern } };
  if (keyword === "uniqueItems") return { key: "wrong-shape.twice" };
  if (keyword.startsWith("min") && limit !== undefined)
    return { key: "wrong-shape.few", params: { least: limit } };
  return { key: "wrong-shape.other", params: { keyword } };
}
