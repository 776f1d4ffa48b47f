import type { Path } from "../rules/rule.ts";
import type { Definition } from "./definition.ts";
import type { ShownFile, Step } from "./flow-file.ts";
import { SHOWN_PARTS, type Shown, type ShownPart } from "./shown-entry.ts";

/** A data path in an entry as the file contains it (it may end in `?`), and its position below `shows`. */
export type ShownPlace = { readonly path: Path; readonly part: ShownPart; readonly at: string };

/** Returns every data path that a step's `shows` names, in order. */
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

/**
 * Returns the distinct data paths that a step shows. The values at these data paths form a review's answer,
 * and receipts bind them.
 */
export function pathsShown(step: Step): readonly Path[] {
  return [...new Set(placesShown(step).map(({ path }) => bare(path)))];
}

/** Returns the entries that a step shows. */
export function shownOn(definition: Definition, step: string): readonly Shown[] {
  const file = definition.flow.steps[step];
  return file === undefined ? [] : showsOf(file).map(shownOf);
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
