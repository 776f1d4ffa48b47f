import type { Draft, Left } from "../../../engine/edits/index.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { conditionsOf, limitsOf } from "./limits-of.ts";

/** The texts that still contain an old number, as the page lists them. */
export type ListedTexts = {
  /** Keys of texts in both languages. */
  readonly keys: readonly string[];
  /** Texts inside the rule's file: its source, and the notes of its cases with their index. */
  readonly own: readonly { readonly pointer: string; readonly index: number | null }[];
  /** The numbers that the listed texts contain. */
  readonly numbers: readonly string[];
};

/** Returns the texts to list after a limit of a rule changed. `file` is the path of the rule's file. */
export function listedTexts(left: readonly Left[], file: string): ListedTexts {
  const listed = left.flatMap((one) => {
    const namespace = /^locales\/(?:th|en)\/(.+)\.json$/.exec(one.file)?.[1];
    if (one.why !== "number" || (namespace === undefined && one.file !== file)) return [];
    const key = namespace === undefined ? null : `${namespace}:${one.pointer.slice(1).replaceAll("/", ".")}`;
    return [{ key, pointer: one.pointer, number: one.what }];
  });
  const pointers = listed.flatMap(({ key, pointer }) => (key === null ? [pointer] : []));
  return {
    keys: [...new Set(listed.flatMap(({ key }) => key ?? []))],
    own: [...new Set(pointers)].map((pointer) => {
      const index = /^\/cases\/(\d+)\/why$/.exec(pointer)?.[1];
      return { pointer, index: index === undefined ? null : Number(index) };
    }),
    numbers: [...new Set(listed.map(({ number }) => number))],
  };
}

/**
 * Returns the limits of a rule as one text. If they are again what they were before a change, the change was
 * undone.
 */
export function limitsSaid(draft: Draft, file: string): string {
  const all = conditionsOf(file, readFile(draft, file)).map(({ logic }) => limitsOf(logic));
  return JSON.stringify(all);
}
