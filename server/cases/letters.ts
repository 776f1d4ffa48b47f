import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";

/** The recipient and subject of a letter about a case. */
export type LetterOf = {
  readonly to: string;
  readonly language: Language;
  readonly reference: string;
  readonly topic: string;
  /**
   * Whether the customer has an account. With an account, the customer reads the case in the portal. A
   * visitor gets the whole text in the letter.
   */
  readonly hasAccount: boolean;
};

/** Sends the customer a letter about their case. For a visitor, the template is `<template>-visitor`. */
export async function writeLetter(
  room: Room,
  tx: Tx,
  letter: {
    readonly template:
      | "case-received"
      | "case-received-acknowledge"
      | "case-received-call"
      | "case-acknowledged"
      | "case-asked"
      | "case-answered"
      | "case-granted"
      | "case-refused";
    readonly of: LetterOf;
    readonly data: JsonObject;
    readonly key: string;
  },
): Promise<void> {
  const { to, language, reference, topic, hasAccount } = letter.of;
  await room.messages.send(tx, {
    to,
    template: hasAccount ? letter.template : `${letter.template}-visitor`,
    language,
    data: {
      reference,
      topic,
      link: `${room.config.origin}/cases`,
      complaint: `${room.config.origin}/complaint`,
      ...letter.data,
    },
    key: letter.key,
  });
}
