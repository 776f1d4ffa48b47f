import type { JsonObject } from "../../engine/values/json.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import type { NetworkOutcome } from "./tables.ts";

/** A message to one person. */
export type Message = {
  /** E-mail address, or phone number for `sms`. */
  readonly to: string;
  readonly channel?: "email" | "sms";
  /** `<template>.subject` and `<template>.body` in the namespace `mail`. */
  readonly template: string;
  readonly language: Language;
  /** Values for the text. They can contain codes and links, so they are sealed, and deleted after delivery. */
  readonly data: JsonObject;
  /** Shown in the development mailbox and not sent, whatever the transport (`mock-email-otp`). */
  readonly mock?: boolean;
  /** Identifies the message, such as `order-placed:<order id>`. A second one with the same key is not sent. */
  readonly key: string;
};

/** A message as the development mailbox shows it. */
export type MailboxMessage = {
  readonly id: number;
  readonly at: string;
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly language: Language;
  readonly template: string;
  readonly subject: string;
  readonly body: string;
};

/** A message as customer service sees it: its delivery, never its content. */
export type SentMessage = {
  readonly id: string;
  /** `app`: in the portal only, because its e-mail was declined. */
  readonly channel: "email" | "sms" | "app";
  readonly template: string;
  /** Identifies the message. Can contain the id of its subject. */
  readonly key: string;
  /** Returns the title. The values of a sent message are gone: `known` fills them in again, except for channel `app`. */
  readonly title: (known?: Readonly<Record<string, string>>) => Words;
  readonly language: Language;
  readonly state: "waiting" | "sent" | "failed";
  /** Code of the last error; `null` if none. */
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** What the phone network did with a text message; `null` without a report. */
  readonly network: NetworkOutcome | null;
};
