import { createHmac } from "node:crypto";
import { BRANDS } from "../../domain/brands.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { keyFor } from "../keys.ts";
import { deliverMessage, mostDeliveryMs } from "./deliver-message.ts";
import { mailboxMessages } from "./mailbox.ts";
import type { MailboxMessage, Message, SentMessage } from "./message.ts";
import { createRenderer, titlesOf } from "./render.ts";
import type { MessagesRoom } from "./room.ts";
import { sendMessage } from "./send-message.ts";
import { forgetRecipient, sentTo, tryAgain } from "./sent-messages.ts";
import { smsTransport } from "./sms.ts";
import { sweepOutbox } from "./sweep-outbox.ts";
import { byChannel, mailboxTransport, noWay, smtpTransport, type Transport } from "./transport.ts";

export type Messages = {
  /** Whether the portal can deliver text messages. It needs a gateway or the development mailbox for this. */
  readonly sendsSms: boolean;
  /**
   * Stores a message in the given transaction. The message is sent only after the commit, and never to an
   * erased account.
   */
  readonly send: (tx: Tx, message: Message) => Promise<void>;
  /** Returns the messages in the development mailbox, newest first, of one recipient or of all. */
  readonly mailbox: (filter?: {
    readonly to?: string;
    readonly limit?: number;
  }) => Promise<readonly MailboxMessage[]>;
  /**
   * Returns the newest messages to an address. Messages from before the hash of the recipient was stored are
   * not found.
   */
  readonly sentTo: (address: string, limit: number) => Promise<readonly SentMessage[]>;
  /**
   * Tries once more, without delay, to send a waiting message to this address. Returns `gone` if the message
   * was delivered or has finally failed, because its content is then deleted.
   */
  readonly again: (
    tx: Tx,
    of: { readonly id: string; readonly address: string },
  ) => Promise<"again" | "gone">;
  /**
   * Deletes the hash of the recipient from all messages to an address. After that, nobody can find the
   * letters of an erased person by the address.
   */
  readonly forget: (tx: Tx, address: string) => Promise<void>;
  readonly close: () => void;
};

type Deps = {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly config: Pick<
    Config,
    "env" | "rootDir" | "dataDir" | "masterKey" | "smtpUrl" | "mailFrom" | "sms" | "brand" | "origin"
  >;
  readonly listed: MessagesRoom["listed"];
  readonly declines: MessagesRoom["declines"];
  /** The transport to use in place of the configured one. Tests set it. */
  readonly transport?: Transport;
};

const JOB = "messages.deliver";
const SWEEP = "messages.sweep";
const AT_ONCE = 4;

/**
 * Creates the messages room. In development it delivers messages to the mailbox table. Otherwise it sends
 * e-mails by SMTP if `smtpUrl` is set, and text messages by a gateway if `sms` is set.
 */
export function createMessages(deps: Deps): Messages {
  const { db, jobs, config } = deps;
  const room = roomOf(deps);

  jobs.work<{ id: string }>(JOB, ({ id }) => deliverMessage(room, id), {
    // This job has its own lanes. A slow mail server therefore delays only messages and no other jobs.
    concurrency: AT_ONCE,
    lanes: 2,
    // A worker takes up to five messages at once, and sends them one after another.
    mostSeconds: 5 * Math.ceil(mostDeliveryMs(room) / 1000),
  });

  jobs.work(SWEEP, () => sweepOutbox(room));
  jobs.schedule(SWEEP, "*/20 * * * *");

  return {
    sendsSms: config.sms !== null || config.env === "development",
    send: (tx, message) => sendMessage(room, tx, message),
    sentTo: (address, limit) => sentTo(room, address, limit),
    again: (tx, of) => tryAgain(room, tx, of),
    mailbox: (filter) => mailboxMessages(db, filter),
    forget: (tx, address) => forgetRecipient(room, tx, address),
    close: () => room.transport.close(),
  };
}

function roomOf({ db, jobs, clock, config, listed, declines, transport }: Deps): MessagesRoom {
  const recipientKey = keyFor(config, "outbox-recipients");
  const { name: brand, phone: hotline } = BRANDS[config.brand];
  const render = createRenderer({ rootDir: config.rootDir, fresh: config.env === "development" });
  return {
    db,
    clock,
    config,
    key: keyFor(config, "outbox"),
    recipientHash: (address) =>
      createHmac("sha256", recipientKey).update(address.normalize("NFKC").trim().toLowerCase()).digest(),
    queue: (tx, id) => jobs.send(tx, JOB, { id }),
    render: (template, language, data) =>
      render(template, language, { brand, hotline, origin: config.origin, ...data }),
    titleOf: titlesOf({ rootDir: config.rootDir, brand }),
    transport: transport ?? transportOf(config, db, clock),
    mailbox: mailboxTransport(db, clock.wall),
    listed,
    declines,
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
  return byChannel({ email, ...(sms === null ? {} : { sms: smsTransport(sms) }) }, mailbox ?? noWay);
}
