import { CHANNEL_CODES } from "../../domain/channels.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import {
  type App,
  anonymous,
  call,
  INSTANT,
  inputOf,
  listOf,
  named,
  objectOf,
  oneOf,
  TEXT,
  WHOLE,
} from "../http/index.ts";
import type { Messages } from "./messages.ts";

const MailboxMessage = named(
  "MailboxMessage",
  objectOf(
    {
      id: WHOLE,
      at: INSTANT,
      channel: oneOf(...CHANNEL_CODES),
      to: TEXT,
      language: oneOf(...LANGUAGES),
      template: TEXT,
      subject: TEXT,
      body: TEXT,
    },
    "A message as the development mailbox shows it",
  ),
);
const Mailbox = named("Mailbox", objectOf({ messages: listOf(MailboxMessage, "The newest first") }));

/** Registers the call of the development mailbox. Development only. */
export function messagesRoutes(app: App, messages: Messages): void {
  call(
    app,
    "GET /api/dev/mailbox",
    {
      summary: "Messages that were delivered, newest first (development only)",
      tags: ["development"],
      access: anonymous,
      query: inputOf({
        "to?": { ...TEXT, maxLength: 320 },
        "limit?": { ...WHOLE, minimum: 1, maximum: 500 },
      }),
      answers: { 200: Mailbox },
      errors: [],
    },
    async (request) => ({ messages: await messages.mailbox(request.query) }),
  );
}
