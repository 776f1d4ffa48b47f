import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { keyFor } from "../keys.ts";
import { createRenderer } from "./render.ts";
import { openPayload, sealPayload } from "./seal-payload.ts";
import { mailboxTransport, smtpTransport, type Transport } from "./transport.ts";
import "./tables.ts";

/** A message to one person. */
export type Message = {
  /** E-mail address, or a phone number where the channel is `sms`. */
  readonly to: string;
  readonly channel?: "email" | "sms";
  /** `<template>.subject` and `<template>.body` in the namespace `mail`. */
  readonly template: string;
  readonly language: "th" | "en";
  /** Values for the text. They may hold codes and links: they are sealed, and emptied after delivery. */
  readonly data: JsonObject;
  /** Shown in the development mailbox and sent nowhere, whatever transport is set up (`mock-email-otp`). */
  readonly mock?: boolean;
  /** Names this very message, such as `order-placed:<order id>`: a second one with the same key is not sent. */
  readonly key: string;
};

/** A message as the development mailbox shows it. */
export type MailboxMessage = {
  readonly id: number;
  readonly at: string;
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly language: "th" | "en";
  readonly template: string;
  readonly subject: string;
  readonly body: string;
};

export type Messages = {
  /** Writes a message down in the given transaction; it leaves after the commit, and only then. */
  readonly send: (tx: Tx, message: Message) => Promise<void>;
  /** The newest messages first, of one recipient or of all. Development only. */
  readonly mailbox: (filter?: {
    readonly to?: string;
    readonly limit?: number;
  }) => Promise<readonly MailboxMessage[]>;
  readonly close: () => void;
};

const JOB = "messages.deliver";

/** Sets up messages: into the mailbox table in development, by SMTP where `smtpUrl` is set. */
export function createMessages(deps: {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly config: Pick<
    Config,
    "env" | "rootDir" | "dataDir" | "masterKey" | "smtpUrl" | "mailFrom" | "brand" | "origin"
  >;
  /** Another way out, for tests. */
  readonly transport?: Transport;
}): Messages {
  const { db, jobs, clock, config } = deps;
  const key = keyFor(config, "outbox");
  const render = createRenderer({ rootDir: config.rootDir, fresh: config.env === "development" });
  const transport = deps.transport ?? transportOf(config, clock);
  const mailboxOnly = mailboxTransport(clock.wall);

  const deliver = async (id: string): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom("outbox")
        .selectAll()
        .where("id", "=", id)
        .where("state", "=", "waiting")
        // Two workers with the same job: the second waits, and then finds nothing to do.
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined || row.payload === null) return;
      const { to, data, mock } = openPayload(key, row.id, row.payload);
      const common = { brand: config.brand === "nava" ? "Nava" : "Saphan", origin: config.origin };
      const text = render(row.template, row.language, { ...common, ...data });
      await (mock === true ? mailboxOnly : transport).deliver(tx, {
        ...text,
        outboxId: row.id,
        channel: row.channel,
        to,
        language: row.language,
        template: row.template,
      });
      await tx
        .updateTable("outbox")
        .set({
          state: "sent",
          payload: null,
          sent_at: clock.wall(),
          failure: null,
          attempts: row.attempts + 1,
        })
        .where("id", "=", row.id)
        .execute();
    });
  };

  jobs.work<{ id: string }>(
    JOB,
    async ({ id }) => {
      try {
        await deliver(id);
      } catch (error) {
        await db
          .updateTable("outbox")
          .set((row) => ({ attempts: row("attempts", "+", 1), failure: codeOf(error) }))
          .where("id", "=", id)
          .where("state", "=", "waiting")
          .execute();
        throw new Error(`messages: delivery failed (${codeOf(error)})`);
      }
    },
    { concurrency: 4 },
  );

  return {
    send: async (tx, message) => {
      const { mock = false } = message;
      if (mock && config.env === "runtime")
        throw new Error(
          `messages.send: ${message.template} is a mock, and runtime has no mailbox to show it in`,
        );
      const id = randomUUID();
      const written = await tx
        .insertInto("outbox")
        .values({
          id,
          key: message.key,
          channel: message.channel ?? "email",
          template: message.template,
          language: message.language,
          payload: sealPayload(key, id, { to: message.to, data: message.data, ...(mock ? { mock } : {}) }),
          created_at: clock.wall(),
          sent_at: null,
          failure: null,
        })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (written !== undefined) await jobs.send(tx, JOB, { id });
    },
    mailbox: async (filter = {}) => {
      let query = db
        .selectFrom("mailbox")
        .selectAll()
        .orderBy("id", "desc")
        .limit(filter.limit ?? 100);
      if (filter.to !== undefined) query = query.where("recipient", "=", filter.to);
      return (await query.execute()).map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        channel: row.channel,
        to: row.recipient,
        language: row.language,
        template: row.template,
        subject: row.subject,
        body: row.body,
      }));
    },
    close: () => transport.close(),
  };
}

function transportOf(config: Pick<Config, "env" | "smtpUrl" | "mailFrom">, clock: Clock): Transport {
  if (config.smtpUrl !== null) return smtpTransport({ smtpUrl: config.smtpUrl, mailFrom: config.mailFrom });
  if (config.env === "development") return mailboxTransport(clock.wall);
  throw new Error(
    "messages: SAPHAN_ENV=runtime needs SMTP_URL; the mailbox page exists in development only.",
  );
}

// SMTP libraries put the address into their messages; their codes are safe to keep.
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && /^[A-Z0-9_]{2,20}$/.test(code)) return code;
  const message = (error as Error).message;
  return message.startsWith("messages: ") ? message.slice(10, 120) : "failed";
}
