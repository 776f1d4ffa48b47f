import { type Definition, findText, placeKeys } from "../../engine/flow/index.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import type { Room } from "./room.ts";
import type { AskedItem } from "./tables.ts";

/** An item that the person must answer again, with its label on screen. */
export type NamedItem = AskedItem & { readonly label: Words };

/** Adds to each submitted item its label in the published flow. An unknown item keeps its technical name. */
export async function namedItems(room: Room, asked: readonly AskedItem[]): Promise<readonly NamedItem[]> {
  if (asked.length === 0) return [];
  const sent = await room.sentBy(null);
  const places = sent === null ? {} : placesOf(sent.definition);
  return asked.map(({ name, reason }) => {
    const path = places[name];
    const keys = sent === null || path === undefined ? [] : placeKeys(sent.definition, path);
    const say = (language: Language) =>
      sent === null ? name : (findText(sent.definition.texts, language, keys) ?? name);
    return { name, reason, label: { th: say("th"), en: say("en") } };
  });
}

/**
 * Returns the data path of each submitted item. The paths come from the input of the effect `identity.submit`
 * in the flow.
 */
export function placesOf({ flow }: Definition): { readonly [name: string]: string } {
  const submit = Object.values(flow.steps).find(
    (step) => step.kind === "effect" && step.effect === "identity.submit",
  );
  const input = submit?.kind === "effect" ? submit.input : {};
  return Object.fromEntries(Object.entries(input).map(([name, path]) => [name.replace(/\?$/, ""), path]));
}
