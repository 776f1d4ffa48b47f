import { isObject } from "../flow/form-schema.ts";
import type { Json } from "../values/json.ts";
import { leavesIn, mapTexts, namesOf } from "./json-places.ts";
import type { Work } from "./work.ts";

/** Files that may read places of a flow: its own file and rules, and rules that flows share. */
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

/** Whether a text names a place, or one below it. A question mark says that the place may be missing. */
function isAbout(text: Json, place: string): boolean {
  if (typeof text !== "string") return false;
  const path = text.replace(/\?$/, "");
  return path === place || path.startsWith(`${place}.`);
}

/**
 * Forgets a place that is gone where it was only shown or only filled in; what still reads it is told, and stays for a person
 * to decide.
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

/** Another name for a place, wherever it is read; cases of rules spell it as objects in objects. */
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
    // What other flows' rules are given is theirs: only a rule that reads the place here has it in its cases.
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

/** Says what still names something that is gone, in the files that may. */
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
