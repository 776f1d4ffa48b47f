import { isObject } from "../flow/form-schema.ts";
import type { Json } from "../values/json.ts";
import { leavesIn, mapTexts, namesOf } from "./json-places.ts";
import type { Work } from "./work.ts";

/** Returns the files that can read data of a flow: the flow's own file and rules, and shared rules. */
export function readersOf(work: Work, flow: string): readonly string[] {
  return work
    .files()
    .filter(
      (file) =>
        file === `flows/${flow}/flow.json` ||
        file.startsWith(`flows/${flow}/rules/`) ||
        file.startsWith("flows/shared/rules/"),
    );
}

/**
 * Returns true if a text is a given data path, or a longer data path that begins with it. A trailing question
 * mark means that the value may be missing.
 */
export function isAbout(text: Json, place: string): boolean {
  if (typeof text !== "string") return false;
  const path = text.replace(/\?$/, "");
  return path === place || path.startsWith(`${place}.`);
}

/**
 * Removes a deleted data path from `shows` and `prefill`. Every other location that reads the data path stays
 * and is reported, because a person must decide.
 */
export function forgetPlace(work: Work, flow: string, place: string): void {
  const file = `flows/${flow}/flow.json`;
  for (const [step, content] of Object.entries(work.object(file, ["steps"]))) {
    if (!isObject(content)) continue;
    const { shows, prefill } = content;
    if (Array.isArray(shows)) {
      const kept = shows.filter(
        (entry: Json) => !isAbout(isObject(entry) ? (entry.value ?? "") : entry, place),
      );
      if (kept.length < shows.length)
        work.set(
          file,
          ["steps", step, "shows"],
          kept.length === 0 && content.kind !== "review" ? undefined : kept,
        );
    }
    if (isObject(prefill))
      for (const [field, from] of Object.entries(prefill))
        if (isAbout(from, place)) work.set(file, ["steps", step, "prefill", field], undefined);
  }
  for (const reader of readersOf(work, flow))
    for (const [pointer, text] of leavesIn(work.maybe(reader)))
      if (isAbout(text, place)) work.left.push({ file: reader, pointer, why: "reads", what: place });
}

/**
 * Renames a data path in every file that reads it. Cases of rules contain the data path as nested objects.
 */
export function renamePlace(work: Work, flow: string, from: string, to: string): void {
  const change = (text: string): string => {
    if (!isAbout(text, from)) return text;
    return to + text.slice(from.length);
  };
  for (const file of readersOf(work, flow)) {
    const value = work.maybe(file);
    if (value === undefined) continue;
    const next = mapTexts(value, change);
    if (next !== value) work.set(file, [], next);
    const cases = work.at(file, ["cases"]);
    // A shared rule can have cases about other flows. Its cases change only if the rule reads this flow's
    // data path.
    if (Array.isArray(cases) && (next !== value || file.startsWith(`flows/${flow}/`)))
      cases.forEach((one, index) => {
        const given = isObject(one) ? one.given : undefined;
        const moved = given === undefined ? given : movedIn(given, from.split("."), to.split("."));
        if (moved !== given && moved !== undefined) work.set(file, ["cases", String(index), "given"], moved);
      });
  }
}

function movedIn(value: Json, from: readonly string[], to: readonly string[]): Json {
  const [name = "", ...rest] = from;
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const inner = rest.length === 0 ? value[name] : movedIn(value[name] as Json, rest, to.slice(1));
  if (inner === value[name] && name === to[0]) return value;
  return Object.fromEntries(
    Object.entries(value).map(([one, had]) => (one === name ? [to[0] as string, inner as Json] : [one, had])),
  );
}

/** Reports every location in these files that still names something removed. */
export function tellReaders(
  work: Work,
  files: readonly string[],
  names: (text: Json, pointer: string) => boolean,
  what: string,
): void {
  for (const file of files)
    for (const [pointer, text] of leavesIn(work.maybe(file)))
      if (names(text, pointer) && namesOf(pointer).length > 0)
        work.left.push({ file, pointer, why: "reads", what });
}
