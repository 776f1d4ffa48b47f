import type { Path } from "../rules/rule.ts";
import type { Definition } from "./definition.ts";
import type { ShownFile, Step } from "./flow-file.ts";
import { SHOWN_PARTS, type Shown, type ShownPart } from "./shown-entry.ts";
import { tradeOf } from "./trade.ts";

/** A place that an entry names, as it is written (it may end in `?`), and where below `shows` it stands. */
export type ShownPlace = { readonly path: Path; readonly part: ShownPart; readonly at: string };

/** Every place that a step's `shows` names, in its order. */
export function placesShown(step: Step): readonly ShownPlace[] {
  return showsOf(step).flatMap((entry, index): readonly ShownPlace[] => {
    if (typeof entry === "string") return [{ path: entry, part: "value", at: `${index}` }];
    if ("heading" in entry) return [];
    return SHOWN_PARTS.flatMap((part) => {
      const path = entry[part];
      return path === undefined ? [] : [{ path, part, at: `${index}/${part}` }];
    });
  });
}

/** The places whose values a step shows, each once: what a review's answer and the receipts that bind it are made of. */
export function pathsShown(step: Step): readonly Path[] {
  return [...new Set(placesShown(step).map(({ path }) => bare(path)))];
}

/** What a step shows. A file of format 1 named places alone; what they were to the page, the trade tells. */
export function shownOn(definition: Definition, step: string): readonly Shown[] {
  const file = definition.flow.steps[step];
  if (file === undefined) return [];
  if (definition.format === 1) return tradeOf(definition).shownInFormat1?.(definition, step) ?? plain(file);
  return showsOf(file).map(shownOf);
}

/** Places as they are shown without a role. */
function plain(step: Step): readonly Shown[] {
  return pathsShown(step).map((path) => ({ kind: "value", path, role: null, parts: {} }));
}

function shownOf(entry: ShownFile): Shown {
  if (typeof entry === "string") return { kind: "value", path: bare(entry), role: null, parts: {} };
  if ("heading" in entry) return { kind: "heading", heading: entry.heading };
  const { value, role = null, ...parts } = entry;
  const bareParts = Object.entries(parts).map(([part, path]) => [part, bare(path)]);
  return { kind: "value", path: bare(value), role, parts: Object.fromEntries(bareParts) };
}

function showsOf(step: Step): readonly ShownFile[] {
  return "shows" in step ? (step.shows ?? []) : [];
}

function bare(path: Path): Path {
  return path.replace(/\?$/, "");
}
