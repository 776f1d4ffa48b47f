import { createHmac, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { BRANDS } from "../../domain/brands.ts";
import { isErasedAddress } from "../../domain/erased-address.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { keyFor } from "../keys.ts";
import { isHeld, type OptionalKind, optionalKindOf } from "./letters.ts";
import { createRenderer, titlesOf } from "./render.ts";
import { openPayload, sealPayload } from "./seal-payload.ts";
import { smsTransport } from "./sms.ts";
import type { NetworkOutcome, OutboxTable } from "./tables.ts";
import { byChannel, mailboxTransport, noWay, smtpTransport, type Transport } from "./transport.ts";

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
  /** Returns the title. Its values are deleted, except those given in `known` and those of the channel `app`. */
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

export type Messages = {
  /** Whether text messages can be delivered, by a gateway or the development mailbox. */
  readonly sendsSms: boolean;
  /** Stores a message in the given transaction. It is sent only after the commit; never to an erased account. */
  readonly send: (tx: Tx, message: Message) => Promise<void>;
  /** Returns the newest messages first, of one recipient or of all. Development only. */
  readonly mailbox: (filter?: {
    readonly to?: string;
    readonly limit?: number;
  }) => Promise<readonly MailboxMessage[]>;
  /** Returns the newest messages to an address. Older rows without a recipient hash are missing. */
  readonly sentTo: (address: string, limit: number) => Promise<readonly SentMessage[]>;
  /**
   * Retries a message to this address at once. `gone` if it was delivered or given up, because its content is deleted.
   */
  readonly again: (
    tx: Tx,
    of: { readonly id: string; readonly address: string },
  ) => Promise<"again" | "gone">;
  /** Removes how messages to an address are found, so that the erased owner's letters name no one. */
  readonly forget: (tx: Tx, address: string) => Promise<void>;
  readonly close: () => void;
};

const JOB = "messages.deliver";
const SWEEP = "messages.sweep";
const HELD = "held";
/** After this time the retries of a message's own job are exhausted, and the sweep schedules it again. */
const OWN_TRIES_MS = 20 * 60_000;
/** After this time an unsent letter is outdated. It fails, and its address and codes are deleted. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000;
const AT_ONCE = 4;
/** Time after a sender's limit before another one can claim the message. */
const MARGIN_MS = 5_000;

type Claimed = Selectable<OutboxTable>;

/**
 * Creates the messages room. Delivers to the mailbox table in development, by SMTP if `smtpUrl` is set, and by a text
 * message gateway if `sms` is set.
 */
export function createMessages(deps: {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly config: Pick<
    Config,
    "env" | "rootDir" | "dataDir" | "masterKey" | "smtpUrl" | "mailFrom" | "sms" | "brand" | "origin"
  >;
  /** Returns the person with this address and a confirmed watch-list hit, whose `held` messages are not sent. */
  readonly listed: (db: Db | Tx, address: string) => Promise<string | null>;
  /** Returns whether the person with this address declined e-mails of a kind. */
  readonly declines: (
    tx: Tx,
    of: { readonly address: string; readonly kind: OptionalKind },
  ) => Promise<boolean>;
  /** Another transport, for tests. */
  readonly transport?: Transport;
}): Messages {
  const { db, jobs, clock, config } = deps;
  const key = keyFor(config, "outbox");
  const recipientKey = keyFor(config, "outbox-recipients");
  const recipientHash = (address: string) =>
    createHmac("sha256", recipientKey).update(address.normalize("NFKC").trim().toLowerCase()).digest();
  const { name: brand, phone: hotline } = BRANDS[config.brand];
  const titleOf = titlesOf({ rootDir: config.rootDir, brand });
  const render = createRenderer({ rootDir: config.rootDir, fresh: config.env === "development" });
  const transport = deps.transport ?? transportOf(config, db, clock);
  const mailboxOnly = mailboxTransport(db, clock.wall);

  /** Claims a message for as long as sending can take; `null` if there is nothing to send. */
  const claim = async (id: string, mostMs: number): Promise<Claimed | null> => {
    const now = clock.wall();
    const row = await db
      .updateTable("outbox")
      .set((eb) => ({
        attempts: eb("attempts", "+", 1),
        claimed_until: new Date(now.getTime() + mostMs + MARGIN_MS),
      }))
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return row;
    const other = await db
      .selectFrom("outbox")
      .select("id")
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    // Another sender has it or died. The job retries until one of the two is certain.
    if (other !== undefined) throw new Error("messages: somebody else sends it");
    return null;
  };

  const settle = async (
    id: string,
    how:
      | {
          readonly state: "sent";
          readonly payload: null;
          readonly sent_at: Date;
          readonly gateway_id: string | null;
        }
      | { readonly failure: string },
  ): Promise<void> => {
    await db
      .updateTable("outbox")
      .set({ failure: null, ...how, claimed_until: null })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute();
  };

  /** Discards a letter permanently. The audit records that it was held. */
  const hold = async (row: Claimed, person: string): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable("outbox")
        .set({ state: "failed", failure: HELD, payload: null, claimed_until: null })
        .where("id", "=", row.id)
        .execute();
      await record(tx, clock, {
        actor: "system:messages.deliver",
        action: "messages.hold",
        subject: `person:${person}`,
        detail: { template: row.template },
      });
    });
  };

  /** Sends without holding a database connection, so that a hanging mail server delays only mail. */
  const deliver = async (id: string): Promise<void> => {
    const row = await claim(id, transport.mostMs);
    if (row === null || row.payload === null || row.channel === "app") return;
    let gateway_id: string | null;
    try {
      const { to, data, mock } = openPayload(key, row.id, row.payload);
      // Checked just before sending, so that a hit confirmed meanwhile counts.
      const person = isHeld(row.template) ? await deps.listed(db, to) : null;
      if (person !== null) return await hold(row, person);
      const common = { brand, hotline, origin: config.origin };
      const text = render(row.template, row.language, { ...common, ...data });
      const { channel, language, template } = row;
      gateway_id = await (mock === true ? mailboxOnly : transport).deliver({
        ...text,
        outboxId: row.id,
        channel,
        to,
        language,
        template,
      });
    } catch (error) {
      await settle(id, { failure: codeOf(error) });
      throw new Error(`messages: delivery failed (${codeOf(error)})`);
    }
    await settle(id, { state: "sent", payload: null, sent_at: clock.wall(), gateway_id });
  };

  /**
   * Schedules waiting messages again. After a longer outage of the mail server all retries are exhausted, and only the
   * outbox knows what waits.
   */
  const sweep = async (): Promise<number> => {
    const now = clock.wall().getTime();
    await db
      .updateTable("outbox")
      .set({ state: "failed", payload: null, claimed_until: null })
      .where("state", "=", "waiting")
      .where("created_at", "<", new Date(now - GIVEN_UP_AFTER_MS))
      .execute();
    const waiting = await db
      .selectFrom("outbox")
      .select("id")
      .where("state", "=", "waiting")
      .where("created_at", "<", new Date(now - OWN_TRIES_MS))
      .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", new Date(now))]))
      .orderBy("created_at")
      .limit(500)
      .execute();
    for (const { id } of waiting) await jobs.send(db, JOB, { id });
    return waiting.length;
  };

  jobs.work<{ id: string }>(JOB, ({ id }) => deliver(id), {
    // A slow server occupies a lane and delays only mail.
    concurrency: AT_ONCE,
    lanes: 2,
    // Five messages of a batch, one after the other.
    mostSeconds: 5 * Math.ceil((transport.mostMs + MARGIN_MS) / 1000),
  });

  jobs.work(SWEEP, sweep);
  jobs.schedule(SWEEP, "*/20 * * * *");

  return {
    sendsSms: config.sms !== null || config.env === "development",
    send: async (tx, message) => {
      const { mock = false } = message;
      if (isErasedAddress(message.to)) return;
      if (mock && config.env === "runtime")
        throw new Error(
          `messages.send: ${message.template} is a mock, and runtime has no mailbox to show it in`,
        );
      const id = randomUUID();
      const kind = optionalKindOf(message.template);
      const declined = kind !== null && (await deps.declines(tx, { address: message.to, kind }));
      const now = clock.wall();
      const written = await tx
        .insertInto("outbox")
        .values({
          id,
          key: message.key,
          channel: declined ? "app" : (message.channel ?? "email"),
          ...(declined ? { state: "sent" as const } : {}),
          template: message.template,
          language: message.language,
          payload: sealPayload(key, id, { to: message.to, data: message.data, ...(mock ? { mock } : {}) }),
          recipient_hash: recipientHash(message.to),
          created_at: now,
          sent_at: declined ? now : null,
          failure: null,
        })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (written !== undefined && !declined) await jobs.send(tx, JOB, { id });
    },
    sentTo: async (address, limit) => {
      const rows = await db
        .selectFrom("outbox")
        .select(["id", "key", "channel", "template", "language", "state", "failure", "created_at", "sent_at"])
        .select((eb) => eb.case().when("channel", "=", "app").then(eb.ref("payload")).end().as("kept"))
        .select(["delivered_at", "network_failure"])
        .where("recipient_hash", "=", recipientHash(address))
        // Hidden from customer service, because the person must not learn of it.
        .where("failure", "is distinct from", HELD)
        .orderBy("created_at", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ created_at, sent_at, kept, delivered_at, network_failure, ...row }) => {
        const values = kept === null ? {} : textsIn(openPayload(key, row.id, kept).data);
        const titleIn = (language: Language, known: Readonly<Record<string, string>>) =>
          titleOf(row.template, language, { ...values, ...known });
        return {
          ...row,
          title: (known = {}) => ({ th: titleIn("th", known), en: titleIn("en", known) }),
          createdAt: created_at,
          sentAt: sent_at,
          network: delivered_at === null ? network_failure : "delivered",
        };
      });
    },
    again: async (tx, { id, address }) => {
      const row = await tx
        .selectFrom("outbox")
        .select("id")
        .where("id", "=", id)
        .where("recipient_hash", "=", recipientHash(address))
        .where("state", "=", "waiting")
        .executeTakeFirst();
      if (row === undefined) return "gone";
      await jobs.send(tx, JOB, { id });
      return "again";
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
    forget: async (tx, address) => {
      await tx
        .updateTable("outbox")
        .set((eb) => ({
          recipient_hash: null,
          payload: eb.case().when("channel", "=", "app").then(null).else(eb.ref("payload")).end(),
        }))
        .where("recipient_hash", "=", recipientHash(address))
        .execute();
    },
    close: () => transport.close(),
  };
}

function transportOf(
  { env, smtpUrl, mailFrom, sms }: Pick<Config, "env" | "smtpUrl" | "mailFrom" | "sms">,
  db: Db,
  clock: Clock,
): Transport {
  const mailbox = env === "development" ? mailboxTransport(db, clock.wall) : null;
  const email = smtpUrl === null ? mailbox : smtpTransport({ smtpUrl, mailFrom });
  if (email === null)
    throw new Error(
      "messages: SAPHAN_ENV=runtime needs SMTP_URL; the mailbox page exists in development only.",
    );
  return byChannel({ email, sms: sms === null ? (mailbox ?? noWay) : smsTransport(sms) });
}

function textsIn(data: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).filter((one): one is [string, string] => typeof one[1] === "string"),
  );
}

// SMTP errors contain the address in their message, so only the code is stored.
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && /^[A-Z0-9_]{2,20}$/.test(code)) return code;
  const message = (error as Error).message;
  return message.startsWith("messages: ") ? message.slice(10, 120) : "failed";
}
