import type { Definition } from "../../flow/definition.ts";
import { argumentPointer, callOf } from "../../flow/derived-call.ts";
import { type ArgumentKind, type PlainKind, takesType } from "../../flow/derived-function.ts";
import { objectAt } from "../../flow/form-schema.ts";
import { pathsOfDerived } from "../../flow/paths-read.ts";
import { placesShown } from "../../flow/shown.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import { type Formats, formatOf } from "../../rules/format.ts";
import type { FindingMessage, Phrase } from "../../rules/message.ts";
import { nearest } from "../../rules/report.ts";
import { describeType, typeAt } from "../../rules/types.ts";
import type { Words } from "../../values/languages.ts";
import { rootSchema } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that every data path that reviews, forms, ends, inputs, waits and derived values read exists and has
 * the right type.
 */
export function checkPlaces(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  const types = typesOfDefinition(definition);
  const { formats } = tradeOf(definition);
  const faults: Fault[] = [];
  const need = (path: string, pointer: string) => {
    const place = path.replace(/\?$/, "");
    if (typeAt(types, place) === undefined) faults.push({ pointer, says: unknownPlace(definition, place) });
  };
  for (const [name, derived] of Object.entries(flow.derived)) {
    const call = callOf(tradeOf(definition), derived);
    const known = call?.known;
    call?.args.forEach((path, index) => {
      const pointer = argumentPointer(name, derived, index);
      need(path, pointer);
      const kinds = known && (known.args[index] ?? known.rest);
      const type = typeAt(types, path);
      if (known && kinds && type && !takesType(kinds, type))
        faults.push({
          pointer,
          says: {
            key: "argument-type",
            params: {
              name: call.name,
              kinds: kinds.map((kind) => kindWords(kind, formats)),
              path,
              type: describeType(type),
              meaning: known.meaning,
            },
          },
        });
    });
  }
  for (const name of Object.keys(flow.derived))
    if (circular(definition, name))
      faults.push({
        pointer: `/derived/${name}`,
        says: { key: "derived-circle", params: { name } },
      });
  for (const [fact, args] of Object.entries(flow.facts))
    for (const [argument, path] of Object.entries(args)) need(path, `/facts/${fact}/${argument}`);
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const { path, at } of placesShown(step)) need(path, `/steps/${id}/shows/${at}`);
    if (step.kind === "form")
      for (const [field, path] of Object.entries(step.prefill ?? {}))
        need(path, `/steps/${id}/prefill/${field}`);
    if (step.kind === "wait" && step.until !== undefined) {
      need(step.until, `/steps/${id}/until`);
      const type = typeAt(types, step.until);
      if (type && type.kind !== "instant")
        faults.push({
          pointer: `/steps/${id}/until`,
          says: { key: "until-no-instant", params: { path: step.until, type: describeType(type) } },
        });
    }
    if (step.kind === "effect")
      for (const [name, path] of Object.entries(step.input))
        if (!path.startsWith("form.")) need(path, `/steps/${id}/input/${name}`);
  }
  return faults;
}

/** Returns the name of a kind of values, without details from a schema. */
function kindWords(kind: ArgumentKind, formats: Formats): Phrase | Words {
  const type = formatOf(formats, kind)?.type;
  if (type?.kind === "decimal") return type.of.kind;
  if (kind === "enum") return { key: "types.word" };
  return { key: `types.${kind as Exclude<PlainKind, "enum">}` };
}

function unknownPlace(definition: Definition, path: string): FindingMessage {
  const [root, name] = path.split(".") as [string, string];
  const { flow } = definition;
  switch (root) {
    case "answers": {
      const fields = definition.fieldOrder[name];
      if (fields === undefined) {
        const steps = Object.keys(definition.fieldOrder);
        return { key: "unknown-path.step", params: { path, step: name, steps } };
      }
      return { key: "unknown-path.field", params: { path, step: name, fields } };
    }
    case "facts": {
      if (!Object.hasOwn(flow.facts, name)) return { key: "unknown-path.fact", params: { path, fact: name } };
      const properties = Object.keys(objectAt(definition.facts[name]?.schema ?? {}, "properties"));
      const near = nearest(path.split(".")[2] ?? "", properties);
      return near === undefined
        ? { key: "unknown-path.property", params: { path, fact: name, properties } }
        : { key: "unknown-path.near", params: { path, near: `facts.${name}.${near}` } };
    }
    case "derived":
      return { key: "unknown-path.derived", params: { path, names: Object.keys(flow.derived) } };
    case "flags":
      return { key: "unknown-path.flag", params: { path } };
    default: {
      const outputs = Object.keys(objectAt(rootSchema(definition, "effects", name) ?? {}, "properties"));
      return outputs.length === 0
        ? { key: "unknown-path.output", params: { path, step: name } }
        : { key: "unknown-path.outputs", params: { path, step: name, outputs } };
    }
  }
}

function circular(definition: Definition, name: string): boolean {
  const seen = new Set<string>();
  const open = [...pathsOfDerived(definition, name)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const [root, inner] = path.split(".") as [string, string];
    if (root !== "derived" || seen.has(inner)) continue;
    if (inner === name) return true;
    seen.add(inner);
    open.push(...pathsOfDerived(definition, inner));
  }
  return false;
}
