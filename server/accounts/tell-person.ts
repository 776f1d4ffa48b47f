import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";

/**
 * Sends a letter to a person's e-mail and, if text messages are enabled, to the given phone numbers (E.164).
 * `key` and the template identify the letter: the same letter is sent only once.
 */
export async function tellPerson(
  { messages }: Pick<Room, "messages">,
  tx: Tx,
  of: {
    readonly person: { readonly email: string; readonly language: Language };
    readonly numbers: readonly string[];
    readonly template: string;
    readonly key: string;
    readonly data: JsonObject;
  },
): Promise<void> {
  const { template, data } = of;
  const { email, language } = of.person;
  const key = `${template}:${of.key}`;
  await messages.send(tx, { to: email, template, language, key, data });
  if (!messages.sendsSms) return;
  for (const [index, to] of of.numbers.entries())
    await messages.send(tx, {
      ...{ to, template, language, data, channel: "sms" },
      key: `${key}:sms${index === 0 ? "" : index}`,
    });
}
