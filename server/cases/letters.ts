import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";

/** Whom a letter about a case goes to, and what it is about. */
export type LetterOf = {
  readonly to: string;
  readonly language: Language;
  readonly reference: string;
  readonly topic: string;
  /** Who has an account reads the case in the portal; a visitor reads all in the letter. */
  readonly hasAccount: boolean;
};

/** Writes about a case to whose it is. Somebody without an account gets `<template>-visitor`. */
export async function writeLetter(
  room: Room,
  tx: Tx,
  letter: {
    readonly template: "case-received" | "case-asked" | "case-granted" | "case-refused";
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
