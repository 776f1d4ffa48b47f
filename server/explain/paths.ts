import { trade } from "../../domain/index.ts";
import type { Definition, DefinitionSource } from "../../engine/flow/index.ts";
import { findText, stepKeys } from "../../engine/flow/index.ts";
import { inLanguages, wordsOrNull } from "../../engine/values/languages.ts";
import { load } from "../../engine/verify/lint/index.ts";
import { type Atlas, atlasOf } from "../../engine/verify/paths/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import { inBoth, type Words } from "../../engine/verify/words/index.ts";
import { effectName } from "../differences/index.ts";

/** The paths of a version, with the titles of its flow and steps. */
export type VersionPaths = {
  readonly atlas: Atlas;
  readonly title: Words;
  /** Titles of the steps, by step id. */
  readonly titles: { readonly [step: string]: Words };
  /**
   * What the server does at each step, such as running an effect. Steps at which it does nothing are missing.
   */
  readonly effects: { readonly [step: string]: Words };
};

/** Computes the paths of a version from its files; returns `null` if the files do not load. */
export function pathsOf(source: DefinitionSource): VersionPaths | null {
  const loaded = load(source, trade);
  if (!loaded.ok) return null;
  const definition = loaded.value;
  const { namespace, id, steps } = definition.flow;
  const titles = Object.keys(steps).flatMap((step) => {
    const words = wordsAt(definition, stepKeys(definition, step, "title"));
    return words === null ? [] : [[step, words] as const];
  });
  const effects = Object.entries(steps).flatMap(([id, step]) =>
    step.kind === "effect"
      ? [[id, inBoth((language) => effectName(step.effect, { language }))] as const]
      : [],
  );
  return {
    atlas: atlasOf(definition, { ordinary: readOrdinary(source.files) }),
    title: wordsAt(definition, [`${namespace}:${id}.title`]) ?? inLanguages(() => id),
    titles: Object.fromEntries(titles),
    effects: Object.fromEntries(effects),
  };
}

function wordsAt({ texts }: Definition, keys: readonly string[]): Words | null {
  return wordsOrNull((language) => findText(texts, language, keys));
}
