import { findText, placeKeys } from "../../engine/flow/index.ts";
import type { Words } from "../texts.ts";
import type { Room } from "./room.ts";
import type { AskedItem } from "./tables.ts";

/** Something that is asked again, with what the screen on which it is given calls it. */
export type NamedItem = AskedItem & { readonly label: Words };

/** Names what was sent in as the published flow does; what it does not know keeps its own name. */
export async function namedItems(room: Room, asked: readonly AskedItem[]): Promise<readonly NamedItem[]> {
  if (asked.length === 0) return [];
  const definition = await room.sentBy();
  const submit = Object.values(definition?.flow.steps ?? {}).find(
    (step) => step.kind === "effect" && step.effect === "identity.submit",
  );
  const places = submit?.kind === "effect" ? submit.input : {};
  return asked.map(({ name, reason }) => {
    const path = places[name] ?? places[`${name}?`];
    const keys = definition === null || path === undefined ? [] : placeKeys(definition, path);
    const say = (language: "th" | "en") =>
      definition === null ? name : (findText(definition.texts, language, keys) ?? name);
    return { name, reason, label: { th: say("th"), en: say("en") } };
  });
}
