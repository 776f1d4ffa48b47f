import type { Channel, MessageChannel } from "../../domain/channels.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import type { NetworkOutcome } from "./tables.ts";

/** A message to one person. */
export type Message = {
  /** Address of the recipient: an e-mail address, or for `sms` a phone number. */
  readonly to: string;
  readonly channel?: Channel;
  /** Name of the texts: `<template>.subject` and `<template>.body` in the namespace `mail`. */
  readonly template: string;
  readonly language: Language;
  /**
   * Values for the text. They can contain codes and links, so they are sealed, and deleted after delivery.
   */
  readonly data: JsonObject;
  /** Whether the message is only shown in the development mailbox and never sent (`mock-email-otp`). */
  readonly mock?: boolean;
  /**
   * Key of the message, such as `order-placed:<order id>`. A second message with the same key is not sent.
   */
  readonly key: string;
};

/** A message as the development mailbox shows it. */
export type MailboxMessage = {
  readonly id: number;
  readonly at: string;
  readonly channel: Channel;
  readonly to: string;
  readonly language: Language;
  readonly template: string;
  readonly subject: string;
  readonly body: string;
};

/** A message in the form that customer service sees: its delivery, never its content. */
export type SentMessage = {
  readonly id: string;
  /** The channel of delivery. `app` means in the portal only, because the person declined e-mail. */
  readonly channel: MessageChannel;
  readonly template: string;
  /** Key of the message. It can contain the id of its subject. */
  readonly key: string;
  /**
   * Returns the title. The values of a sent message are deleted, so `known` gives them again; this is not
   * needed for channel `app`.
   */
  readonly title: (known?: Readonly<Record<string, string>>) => Words;
  readonly language: Language;
  readonly state: "waiting" | "sent" | "failed";
  /** Code of the last error; `null` if there was none. */
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** Result that the phone network reported for a text message; `null` without a report. */
  readonly network: NetworkOutcome | null;
};
