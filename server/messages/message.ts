import type { Channel, MessageChannel } from "../../domain/channels.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import type { NetworkOutcome } from "./tables.ts";

/** A message to one person. */
export type Message = {
  /** Address of the recipient: an e-mail address, or for `sms` a phone number. */
  readonly to: string;
  readonly channel?: Channel;
  /** Name under which the namespace `mail` has the texts: `<template>.subject` and `<template>.body`. */
  readonly template: string;
  readonly language: Language;
  /**
   * Values that are filled into the text. They can contain codes and links. Therefore they are stored sealed,
   * and deleted after delivery.
   */
  readonly data: JsonObject;
  /**
   * Whether the message is never sent, and only shown on the page of the development mailbox
   * (`mock-email-otp`).
   */
  readonly mock?: boolean;
  /** Key of the message, such as `order-placed:<order id>`. Only one message is sent for each key. */
  readonly key: string;
};

/** A message in the form in which the page of the development mailbox shows it. */
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

/**
 * A message in the form that customer service sees. It shows how the message was delivered, but never its
 * content.
 */
export type SentMessage = {
  readonly id: string;
  /**
   * How the message was delivered. `app` means that the person declined e-mail, so that the message is only
   * in the portal.
   */
  readonly channel: MessageChannel;
  readonly template: string;
  /** Key of the message. It can contain the id of the order or other matter that the message is about. */
  readonly key: string;
  /**
   * Returns the title. It can contain values, and those of a sent message are deleted. So the caller passes
   * the values that it knows. For the channel `app` the values are still stored.
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
