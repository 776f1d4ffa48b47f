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

/**
 * An input of an effect, with labels of the flow's version. It is for effects that show their inputs to
 * people.
 */
export type HandedOn = {
  /** The name of the input, without the `?` of an optional input. */
  readonly name: string;
  /** The data path from which the value was read, such as `answers.heir.name`. */
  readonly place: string;
  readonly value: Json;
  readonly label: Words;
  /** The label of the value if it is a choice of a closed list, otherwise null. */
  readonly word: Words | null;
  /** The checklist that the flow contains for this choice. */
  readonly checklist: readonly Words[];
  /** Ids of the uploads that the value names. */
  readonly files: readonly string[];
  /**
   * Whether the author of the flow wrote the value of this input into the flow, to configure the effect
   * (`spelled` of the signature).
   */
  readonly spelled: boolean;
};

/**
 * Returns the values that a step gives to its effect, in the order of its `input`. Inputs without a value are
 * left out.
 */
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
