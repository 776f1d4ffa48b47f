import {
  checklistKeys,
  type Definition,
  findText,
  placeKeys,
  placeValueKeys,
  schemaOfPath,
} from "../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { inLanguages, type Words, wordsOrNull } from "../../engine/values/languages.ts";
import { fileReferences } from "./file-references.ts";

/** One input of an effect that shows its inputs to people, with the labels of the flow's version. */
export type HandedOn = {
  /** The input's name, without the `?` of an optional one. */
  readonly name: string;
  /** The source of the value: `answers.heir.name`. */
  readonly place: string;
  readonly value: Json;
  readonly label: Words;
  /** The label of the value, if it comes from a closed list. */
  readonly word: Words | null;
  /** The checklist that belongs to that label. */
  readonly checklist: readonly Words[];
  /** Uploads that the value names. */
  readonly files: readonly string[];
  /** True if the input configures the effect and its values are spelled out by the flow (`spelled` of the signature). */
  readonly spelled: boolean;
};

/** Returns the values that an effect step passes on, in the order of its `input`, without missing ones. */
export function handedOn(definition: Definition, step: string, input: JsonObject): readonly HandedOn[] {
  const file = definition.flow.steps[step];
  if (file?.kind !== "effect") throw new Error(`handedOn: "${step}" is no effect step`);
  const spelled = definition.effects[file.effect]?.spelled ?? [];
  const say = (keys: readonly string[]): Words | null =>
    wordsOrNull((language) => findText(definition.texts, language, keys));
  return Object.entries(file.input).flatMap(([key, place]): readonly HandedOn[] => {
    const name = key.replace(/\?$/, "");
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) return [];
    const word = typeof value === "string" ? say(placeValueKeys(definition, place, value)) : null;
    const lists = word === null ? [] : checklistKeys(definition, step, String(value));
    return [
      {
        name,
        place,
        value,
        label: say(placeKeys(definition, place)) ?? inLanguages(() => name),
        word,
        checklist: lists.map((keys) => say(keys) ?? { th: keys[0] ?? "", en: keys[0] ?? "" }),
        files: fileReferences(schemaOfPath(definition, place) ?? {}, value).map(({ id }) => id),
        spelled: spelled.includes(name),
      },
    ];
  });
}
