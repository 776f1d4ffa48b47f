import { isObject } from "../flow/form-schema.ts";
import { equalJson } from "../values/canonical-json.ts";
import type { Json } from "../values/json.ts";
import { at, leavesIn, listIn, type Names, namesOf } from "./json-places.ts";
import { isAbout, readersOf } from "./references.ts";
import type { Work } from "./work.ts";

/** How a location that reads a data path is removed together with the data path. */
export type Cut = {
  readonly remove: () => void;
  /** Name of the derived value that is removed as a whole. Its readers are removed as well. */
  readonly derived?: string;
};

/** A location that reads a data path. Without a `cut`, a person must decide what the location reads instead. */
export type Reader = {
  readonly file: string;
  readonly pointer: string;
  readonly text: Json;
  readonly cut: Cut | null;
};

/** Returns every location that reads a data path of a flow, in file order. */
export function readersOfPlace(work: Work, flow: string, place: string): readonly Reader[] {
  return readersOf(work, flow).flatMap((file) =>
    [...leavesIn(work.maybe(file))].flatMap(([pointer, text]): readonly Reader[] =>
      isAbout(text, place)
        ? [{ file, pointer, text, cut: cutFor(work, flow, { file, names: namesOf(pointer) }) }]
        : [],
    ),
  );
}

/**
 * Removes every location that reads a data path, and the readers of derived values that cannot be computed
 * without the data path. Locations without a cut stay. Returns the removed data paths.
 */
export function cutReaders(work: Work, flow: string, place: string): readonly string[] {
  const places = [place];
  // Derived values are added to the list during the loop.
  for (const one of places) {
    const reading = rulesReading(work, flow, one);
    for (;;) {
      // Indexes of list items change with every cut, so the readers are searched again.
      const cut = readersOfPlace(work, flow, one).find((reader) => reader.cut !== null)?.cut;
      if (cut === undefined || cut === null) break;
      cut.remove();
      if (cut.derived !== undefined) places.push(`derived.${cut.derived}`);
    }
    for (const rule of reading) forgetInCases(work, rule, one);
  }
  return places;
}

function cutFor(work: Work, flow: string, { file, names }: Place): Cut | null {
  if (file === `flows/${flow}/flow.json`) return cutInFlow(work, { file, names });
  // Other flows use the shared rules too.
  return file.startsWith(`flows/${flow}/rules/`) ? cutInRule(work, flow, { file, names }) : null;
}

type Place = { readonly file: string; readonly names: Names };

function cutInFlow(work: Work, { file, names }: Place): Cut | null {
  const [root, id = "", part = "", key = ""] = names;
  if (root === "derived") return cutDerived(work, { file, names });
  if (root !== "steps") return null;
  const drop = (what: Names) => ({ remove: () => work.set(file, what, undefined) });
  switch (part) {
    case "shows":
      return names.length > 5 && names[4] !== "value"
        ? drop(names)
        : { remove: () => dropItem(work, file, names.slice(0, 4)) };
    case "letter":
      return { remove: () => dropItem(work, file, names) };
    case "prefill":
      return drop(names);
    case "input":
      return isNeeded(work, file, id, key.replace(/\?$/, "")) ? null : drop(names);
    case "next":
      return cutInWay(work, { file, names });
    default:
      return null;
  }
}

/**
 * Removes an item of a list, and a heading that then stands above nothing. A list that becomes empty is
 * removed, except that of a review.
 */
function dropItem(work: Work, file: string, names: Names): void {
  const list = names.slice(0, -1);
  const [index, items] = [Number(names.at(-1)), listIn(work.value(file), list)];
  const isHeading = (one: Json | undefined) => at(one, ["heading"]) !== undefined;
  const isBare = isHeading(items[index - 1]) && (index + 1 === items.length || isHeading(items[index + 1]));
  work.set(file, names, undefined);
  if (isBare) work.set(file, [...list, String(index - 1)], undefined);
  const isReview = work.at(file, [...names.slice(0, 2), "kind"]) === "review";
  if (listIn(work.value(file), list).length === 0 && !isReview) work.set(file, list, undefined);
}

/** Whether the effect of a step cannot happen without an input. */
function isNeeded(work: Work, file: string, step: string, input: string): boolean {
  const effect = String(work.at(file, ["steps", step, "effect"]));
  const signature = work.maybe(`schemas/effects/${effect}.json`);
  return signature === undefined || listIn(signature, ["input", "required"]).includes(input);
}

/** A joined text loses one part. Any other derived value is removed as a whole. */
function cutDerived(work: Work, { file, names }: Place): Cut {
  const [, derived = "", part] = names;
  const isJoined = part === "join" && listIn(work.value(file), names.slice(0, 3)).length > 2;
  if (isJoined) return { remove: () => work.set(file, names.slice(0, 4), undefined) };
  return { remove: () => work.set(file, names.slice(0, 2), undefined), derived };
}

/** The condition of a route loses one part. A route whose whole condition reads the data path is removed. */
function cutInWay(work: Work, { file, names }: Place): Cut | null {
  const [way, logic] = [names.slice(0, 4), names.slice(0, 5)];
  const operand = cutOperand(work, file, { logic, inside: names.slice(5) });
  if (operand !== null) return operand;
  const isLast = Number(names[3]) === listIn(work.value(file), names.slice(0, 3)).length - 1;
  return isLast ? null : { remove: () => work.set(file, way, undefined) };
}

/** Removes the smallest operand of an `and` or `or` that contains a location. The other operands stay. */
function cutOperand(
  work: Work,
  file: string,
  { logic, inside }: { readonly logic: Names; readonly inside: Names },
): Cut | null {
  for (let length = inside.length - 1; length > 0; length -= 1) {
    const joined = inside[length - 1];
    const list = [...logic, ...inside.slice(0, length)];
    const operands = work.at(file, list);
    if ((joined !== "and" && joined !== "or") || !Array.isArray(operands) || operands.length < 2) continue;
    const rest = operands.filter((_, index) => index !== Number(inside[length]));
    const [only] = rest;
    return {
      remove: () =>
        rest.length === 1 && only !== undefined
          ? work.set(file, list.slice(0, -1), only)
          : work.set(file, list, rest),
    };
  }
  return null;
}

/**
 * A clause loses one condition, or is removed as a whole. The last clause of a rule is removed with the rule,
 * if the rule only checks the answers of steps.
 */
function cutInRule(work: Work, flow: string, { file, names }: Place): Cut | null {
  const [root, , part] = names;
  if (root !== "must") return null;
  if (part === "mend") return { remove: () => work.set(file, names, "none") };
  const operand = cutOperand(work, file, { logic: names.slice(0, 3), inside: names.slice(3) });
  if (operand !== null) return operand;
  if (listIn(work.value(file), ["must"]).length > 1)
    return { remove: () => work.set(file, names.slice(0, 2), undefined) };
  return cutRule(work, flow, file);
}

function cutRule(work: Work, flow: string, file: string): Cut | null {
  const id = work.at(file, ["id"]) as Json;
  const own = `flows/${flow}/flow.json`;
  const naming = () =>
    readersOf(work, flow).flatMap((reader) =>
      [...leavesIn(work.maybe(reader))].flatMap(([pointer, text]) =>
        text === id && pointer !== "/id" ? [{ reader, names: namesOf(pointer) }] : [],
      ),
    );
  const isCheck = ({ reader, names }: ReturnType<typeof naming>[number]) =>
    reader === own && names[0] === "steps" && names[2] === "check";
  if (!naming().every(isCheck)) return null;
  return {
    remove: () => {
      for (let [first] = naming(); first !== undefined; [first] = naming()) dropItem(work, own, first.names);
      work.remove(file);
    },
  };
}

/** Returns the rules of a flow that read a data path. */
function rulesReading(work: Work, flow: string, place: string): readonly string[] {
  const files = readersOfPlace(work, flow, place).map(({ file }) => file);
  return [...new Set(files)].filter((file) => file.startsWith(`flows/${flow}/rules/`));
}

/**
 * Removes the value of a data path from the cases of a rule that no longer reads it. Of cases that are then
 * about the same person, the first one stays.
 */
function forgetInCases(work: Work, rule: string, place: string): void {
  if (!work.has(rule) || [...leavesIn(work.value(rule))].some(([, text]) => isAbout(text, place))) return;
  const path = place.split(".");
  const cases = listIn(work.value(rule), ["cases"]);
  const seen: Json[] = [];
  const kept = cases.flatMap((one) => {
    const given = at(one, ["given"]) ?? {};
    const rest = at(given, path) === undefined ? given : without(given, path);
    const isRepeated = rest !== given && seen.some((other) => equalJson(other, rest));
    seen.push(rest);
    return isRepeated || !isObject(one) ? [] : [rest === given ? one : { ...one, given: rest }];
  });
  if (kept.some((one, index) => one !== cases[index]) || kept.length < cases.length)
    work.set(rule, ["cases"], kept);
}

/** Returns an object without the value at a path, and without the objects that become empty. */
function without(value: Json, [name = "", ...rest]: Names): Json {
  if (!isObject(value)) return value;
  const inner = rest.length === 0 ? undefined : without(value[name] as Json, rest);
  const isGone = inner === undefined || (isObject(inner) && Object.keys(inner).length === 0);
  return Object.fromEntries(
    Object.entries(value).flatMap(([one, had]) =>
      one !== name ? [[one, had] as const] : isGone ? [] : [[one, inner] as const],
    ),
  );
}
