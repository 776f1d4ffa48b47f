import type { Definition } from "../../flow/definition.ts";
import { usesOf } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a flow names each portal location at most once among its entries. Also checks that the
 * condition of an entry needs no answers.
 */
export function checkEntries(definition: Definition): readonly Fault[] {
  return [...twice(definition), ...reads(definition)];
}

function twice({ flow }: Definition): readonly Fault[] {
  const places = (flow.entries ?? []).map(({ place }) => place);
  return places.flatMap((place, index): readonly Fault[] =>
    places.indexOf(place) === index
      ? []
      : [{ pointer: `/entries/${index}/place`, says: { key: "entry-twice", params: { place } } }],
  );
}

function reads(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  const faults = new Map<string, Fault>();
  for (const { path, pointer, as } of usesOf(definition)) {
    const [root, name = ""] = path.split(".");
    if (as !== "entry" || root === "flags") continue;
    const args = flow.facts[name];
    if (root === "facts" && (args === undefined || Object.keys(args).length === 0)) continue;
    faults.set(`${pointer} ${path}`, { pointer, says: { key: "entry-reads", params: { path } } });
  }
  return [...faults.values()];
}
