import { ALL, type Characters } from "../../../flow/pattern-characters.ts";

/**
 * A set of texts, as an expression over characters. Equal expressions are the same object, so that
 * derivatives (`afterCharacter`) repeat and a search ends.
 */
export type Language = { readonly id: number; readonly hasEmpty: boolean } & (
  | { readonly kind: "none" | "empty" }
  | { readonly kind: "characters"; readonly of: Characters }
  | { readonly kind: "sequence"; readonly first: Language; readonly then: Language }
  | { readonly kind: "either" | "both"; readonly parts: readonly Language[] }
  | { readonly kind: "not"; readonly part: Language }
  | { readonly kind: "times"; readonly part: Language; readonly least: number; readonly most: number }
);

type Shape = Language extends infer One ? (One extends Language ? Omit<One, "id"> : never) : never;

/** Builds languages and computes their derivatives. */
export type Languages = {
  /** `none`: the language without any text. `empty`: the language that contains only the empty text. */
  readonly none: Language;
  readonly empty: Language;
  /** The language of all texts. */
  readonly all: Language;
  readonly characters: (of: Characters) => Language;
  readonly sequence: (first: Language, then: Language) => Language;
  readonly either: (parts: readonly Language[]) => Language;
  readonly both: (parts: readonly Language[]) => Language;
  readonly not: (part: Language) => Language;
  /** Repeats a language between `least` and `most` times. `most` can be `Infinity`. */
  readonly times: (part: Language, least: number, most: number) => Language;
  /** Returns the language of the texts that can follow a first character (a code point). */
  readonly afterCharacter: (language: Language, point: number) => Language;
  /** Returns every set of characters that a language distinguishes. */
  readonly named: (language: Language) => readonly Characters[];
};

/** Creates a context for languages that are searched together (Brzozowski's derivatives). */
export function createLanguages(): Languages {
  const known = new Map<string, Language>();
  const followed = new Map<number, Map<number, Language>>();
  const make = (key: string, shape: Shape): Language => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = { ...shape, id: known.size } as Language;
    known.set(key, made);
    return made;
  };

  const none = make("none", { kind: "none", hasEmpty: false });
  const empty = make("empty", { kind: "empty", hasEmpty: true });

  const characters = (of: Characters): Language =>
    of.length === 0 ? none : make(`c ${of.join(" ")}`, { kind: "characters", hasEmpty: false, of });

  const sequence = (first: Language, then: Language): Language => {
    if (first === none || then === none) return none;
    if (first === empty) return then;
    if (then === empty) return first;
    if (first.kind === "sequence") return sequence(first.first, sequence(first.then, then));
    const hasEmpty = first.hasEmpty && then.hasEmpty;
    return make(`s ${first.id} ${then.id}`, { kind: "sequence", hasEmpty, first, then });
  };

  const times = (part: Language, least: number, most: number): Language => {
    if (most === 0) return empty;
    if (part === none) return least === 0 ? empty : none;
    if (part === empty || (least === 1 && most === 1)) return part;
    // If the repeated part can be empty, it can be repeated as empty text, so there is no minimum number of
    // repetitions.
    const from = part.hasEmpty ? 0 : least;
    return make(`t ${part.id} ${from} ${most}`, {
      kind: "times",
      hasEmpty: from === 0,
      part,
      least: from,
      most,
    });
  };

  const all = times(characters(ALL), 0, Number.POSITIVE_INFINITY);

  const joined = (kind: "either" | "both", given: readonly Language[]): readonly Language[] => {
    const flat = given.flatMap((one) => (one.kind === kind ? one.parts : [one]));
    return [...new Set(flat)].sort((left, right) => left.id - right.id);
  };

  const either = (given: readonly Language[]): Language => {
    const parts = joined("either", given).filter((one) => one !== none);
    if (parts.includes(all)) return all;
    if (parts.length < 2) return parts[0] ?? none;
    const hasEmpty = parts.some((one) => one.hasEmpty);
    return make(`e ${parts.map(({ id }) => id)}`, { kind: "either", hasEmpty, parts });
  };

  const both = (given: readonly Language[]): Language => {
    const parts = joined("both", given).filter((one) => one !== all);
    if (parts.includes(none)) return none;
    const hasEmpty = parts.every((one) => one.hasEmpty);
    if (parts.includes(empty)) return hasEmpty ? empty : none;
    if (parts.length < 2) return parts[0] ?? all;
    return make(`b ${parts.map(({ id }) => id)}`, { kind: "both", hasEmpty, parts });
  };

  const not = (part: Language): Language => {
    if (part.kind === "not") return part.part;
    if (part === none) return all;
    if (part === all) return none;
    return make(`n ${part.id}`, { kind: "not", hasEmpty: !part.hasEmpty, part });
  };

  const follow = (language: Language, point: number): Language => {
    switch (language.kind) {
      case "none":
      case "empty":
        return none;
      case "characters":
        return language.of.some(([from, to]) => from <= point && point <= to) ? empty : none;
      case "sequence": {
        const { first, then } = language;
        const inside = sequence(afterCharacter(first, point), then);
        return first.hasEmpty ? either([inside, afterCharacter(then, point)]) : inside;
      }
      case "either":
        return either(language.parts.map((part) => afterCharacter(part, point)));
      case "both":
        return both(language.parts.map((part) => afterCharacter(part, point)));
      case "not":
        return not(afterCharacter(language.part, point));
      case "times": {
        const { part, least, most } = language;
        return sequence(afterCharacter(part, point), times(part, Math.max(0, least - 1), most - 1));
      }
    }
  };

  const afterCharacter = (language: Language, point: number): Language => {
    const ways = followed.get(language.id) ?? new Map<number, Language>();
    followed.set(language.id, ways);
    const found = ways.get(point) ?? follow(language, point);
    ways.set(point, found);
    return found;
  };

  const named = (language: Language): readonly Characters[] => {
    const found = new Set<Characters>();
    const seen = new Set<Language>();
    const open = [language];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (one.kind === "characters") found.add(one.of);
      if (one.kind === "sequence") open.push(one.first, one.then);
      if (one.kind === "either" || one.kind === "both") open.push(...one.parts);
      if (one.kind === "not" || one.kind === "times") open.push(one.part);
    }
    return [...found];
  };

  return { none, empty, all, characters, sequence, either, both, not, times, afterCharacter, named };
}
