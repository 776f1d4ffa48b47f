import type { Definition } from "../flow/definition.ts";
import { derivedFunctions } from "../flow/derived.ts";
import { pathsOfDerived } from "../flow/paths-read.ts";
import { typesOfDefinition } from "../flow/types-of-definition.ts";
import { describeType, typeAt } from "../rules/types.ts";
import { type Fault, listed } from "./fault.ts";

/** Every place that reviews, forms, ends, inputs, waits and derived values name exists and has the right type. */
export function checkPlaces(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  const types = typesOfDefinition(definition);
  const faults: Fault[] = [];
  const need = (path: string, pointer: string) => {
    const place = path.replace(/\?$/, "");
    if (typeAt(types, place) === undefined) faults.push({ pointer, ...unknownPlace(definition, place) });
  };
  for (const [name, derived] of Object.entries(flow.derived)) {
    if ("rule" in derived) continue;
    derived.args.forEach((path, index) => {
      const pointer = `/derived/${name}/args/${index}`;
      need(path, pointer);
      const known = Object.hasOwn(derivedFunctions, derived.fn) ? derivedFunctions[derived.fn] : undefined;
      const kinds = known?.args[index] ?? known?.rest;
      const type = typeAt(types, path);
      if (kinds && type && !kinds.includes(type.kind) && !kinds.includes("any"))
        faults.push({
          pointer,
          code: "argument-type",
          what: `"${derived.fn}" takes ${kinds.join(" or ")} here, and "${path}" is ${describeType(type)}`,
          mend: `"${derived.fn}" is the ${known?.meaning}.`,
        });
    });
  }
  for (const name of Object.keys(flow.derived))
    if (circular(definition, name))
      faults.push({
        pointer: `/derived/${name}`,
        code: "derived-circle",
        what: `"derived.${name}" is made of itself`,
        mend: "Break the circle.",
      });
  for (const [fact, args] of Object.entries(flow.facts))
    for (const [argument, path] of Object.entries(args)) need(path, `/facts/${fact}/${argument}`);
  for (const [id, step] of Object.entries(flow.steps)) {
    if ("shows" in step)
      step.shows?.forEach((path, index) => {
        need(path, `/steps/${id}/shows/${index}`);
      });
    if (step.kind === "wait" && step.until !== undefined) {
      need(step.until, `/steps/${id}/until`);
      const type = typeAt(types, step.until);
      if (type && type.kind !== "instant")
        faults.push({
          pointer: `/steps/${id}/until`,
          code: "until-no-instant",
          what: `"${step.until}" is ${describeType(type)}, not an instant`,
          mend: 'Name a place whose schema has "format": "date-time".',
        });
    }
    if (step.kind === "effect")
      for (const [name, path] of Object.entries(step.input))
        if (!path.startsWith("form.")) need(path, `/steps/${id}/input/${name}`);
  }
  return faults;
}

function unknownPlace(definition: Definition, place: string): Pick<Fault, "code" | "what" | "mend"> {
  const [root = "", name = ""] = place.split(".");
  const { flow } = definition;
  const code = "unknown-path";
  if (root === "answers") {
    const fields = definition.fieldOrder[name];
    return fields === undefined
      ? {
          code,
          what: `"${place}": there is no form step "${name}"`,
          mend: `Name one of: ${listed(Object.keys(definition.fieldOrder))}.`,
        }
      : {
          code,
          what: `"${place}": step "${name}" has no such field`,
          mend: `Its fields: ${listed(fields)}.`,
        };
  }
  if (root === "facts")
    return Object.hasOwn(flow.facts, name)
      ? {
          code,
          what: `"${place}": the fact "${name}" has no such property`,
          mend: "See flows/shared/facts.json.",
        }
      : {
          code,
          what: `"${place}": the flow does not name the fact "${name}"`,
          mend: `Add "${name}" under "facts".`,
        };
  if (root === "derived")
    return {
      code,
      what: `"${place}": there is no such derived value`,
      mend: `Name one of: ${listed(Object.keys(flow.derived))}.`,
    };
  if (root === "flags")
    return { code, what: `"${place}": the flow does not name this flag`, mend: 'Add it under "flags".' };
  return {
    code,
    what: `"${place}": no effect or wait "${name}" gives this`,
    mend: `See the output in schemas/effects, or the data in schemas/events.`,
  };
}

function circular(definition: Definition, name: string): boolean {
  const seen = new Set<string>();
  const open = [...pathsOfDerived(definition, name)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const [root, inner = ""] = path.split(".");
    if (root !== "derived" || seen.has(inner)) continue;
    if (inner === name) return true;
    seen.add(inner);
    open.push(...pathsOfDerived(definition, inner));
  }
  return false;
}
