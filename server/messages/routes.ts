import {
  type App,
  answer,
  INSTANT,
  listOf,
  nameAnswers,
  objectOf,
  oneOf,
  TEXT,
  WHOLE,
} from "../http/index.ts";
import type { Messages } from "./messages.ts";

/** The development mailbox. Registered in development only. */
export function messagesRoutes(app: App, messages: Messages): void {
  nameAnswers(app, {
    MailboxMessage: objectOf(
      {
        id: WHOLE,
        at: INSTANT,
        channel: oneOf("email", "sms"),
        to: TEXT,
        language: oneOf("th", "en"),
        template: TEXT,
        subject: TEXT,
        body: TEXT,
      },
      "A message as the development mailbox shows it",
    ),
    Mailbox: objectOf({ messages: listOf(answer("MailboxMessage"), "The newest first") }),
  });
  app.get<{ Querystring: { to?: string; limit?: number } }>(
    "/api/dev/mailbox",
    {
      schema: {
        summary: "Messages that were delivered, newest first (development only)",
        tags: ["development"],
        querystring: {
          type: "object",
          additionalProperties: false,
          properties: {
            to: { type: "string", maxLength: 320 },
            limit: { type: "integer", minimum: 1, maximum: 500 },
          },
        },
        response: { 200: answer("Mailbox") },
      },
    },
    async (request) => {
      const { to, limit } = request.query;
      const filter = { ...(to === undefined ? {} : { to }), ...(limit === undefined ? {} : { limit }) };
      return { messages: await messages.mailbox(filter) };
    },
  );
}
