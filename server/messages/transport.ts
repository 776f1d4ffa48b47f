import { createTransport } from "nodemailer";
import { CHANNELS, type Channel } from "../../domain/channels.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import { refuseWhileHolding } from "../holding.ts";
import { inTime } from "../in-time.ts";
import type { Rendered } from "./render.ts";
import "./tables.ts";

/** A rendered message, ready for a transport. */
export type Outgoing = Rendered & {
  readonly outboxId: string;
  readonly channel: Channel;
  readonly to: string;
  readonly language: Language;
  readonly template: string;
};

/**
 * Delivers a message. Returns the id with which a gateway's delivery report will name the message, or `null`
 * if there is none. Throws if the message must be tried again later. In this case the recipient may get it
 * twice.
 */
export type Transport = {
  readonly deliver: (message: Outgoing) => Promise<string | null>;
  /** Maximum duration of a delivery in milliseconds. A delivery that would take longer throws. */
  readonly mostMs: number;
  readonly close: () => void;
};

/** Creates the transport to the mailbox table. It stores each message only once. */
export function mailboxTransport(db: Db, wall: () => Date): Transport {
  return {
    mostMs: 1_000,
    deliver: async (message) => {
      await db
        .insertInto("mailbox")
        .values({
          outbox_id: message.outboxId,
          at: wall(),
          channel: message.channel,
          recipient: message.to,
          language: message.language,
          template: message.template,
          subject: message.subject,
          body: CHANNELS[message.channel].isShort ? message.short : message.paragraphs.join("\n\n"),
        })
        .onConflict((conflict) => conflict.column("outbox_id").doNothing())
        .execute();
      return null;
    },
    close: () => {},
  };
}

/** Creates a transport that passes each message to the transport of the message's channel. */
export function byChannel(
  ways: { readonly [channel in Channel]?: Transport },
  otherwise: Transport,
): Transport {
  const all = [...Object.values(ways), otherwise];
  return {
    mostMs: Math.max(...all.map(({ mostMs }) => mostMs)),
    deliver: async (message) => await (ways[message.channel] ?? otherwise).deliver(message),
    close: () => {
      for (const way of all) way.close();
    },
  };
}

/**
 * The transport for a channel that is not set up. Every delivery fails with an error, and the message waits.
 */
export const noWay: Transport = {
  mostMs: 0,
  deliver: async ({ channel }) => {
    throw new Error(`messages: no service is set up for ${channel}`);
  },
  close: () => {},
};

/**
 * Time limits in milliseconds: how long a mail server may send nothing, and how long the whole delivery may
 * take.
 */
export type Patience = { readonly silentMs: number; readonly mostMs: number };

const PATIENCE: Patience = { silentMs: 10_000, mostMs: 30_000 };

/**
 * Creates the transport that sends e-mails by SMTP. If the portal crashes after the mail server accepted a
 * message but before this was recorded, the message is sent a second time. It then has the same Message-ID,
 * by which mail servers recognise duplicates.
 */
export function smtpTransport(
  config: Pick<Config, "mailFrom"> & { readonly smtpUrl: string },
  { silentMs, mostMs }: Patience = PATIENCE,
): Transport {
  const silence = {
    dnsTimeout: silentMs,
    connectionTimeout: silentMs,
    greetingTimeout: silentMs,
    socketTimeout: silentMs,
  };
  const smtp = createTransport({ url: config.smtpUrl, ...silence }, { from: config.mailFrom });
  const domain = /@([^>\s]+)/.exec(config.mailFrom)?.[1] ?? "localhost";
  return {
    mostMs,
    deliver: async (message) => {
      refuseWhileHolding("the mail server");
      if (message.channel !== "email") throw new Error("messages: the mail server sends no text messages");
      const sent = smtp.sendMail({
        to: message.to,
        subject: message.subject,
        text: message.paragraphs.join("\n\n"),
        html: htmlOf(message),
        messageId: `<${message.outboxId}@${domain}>`,
        headers: { "Content-Language": message.language, "Auto-Submitted": "auto-generated" },
      });
      await limited(mostMs, sent);
      return null;
    },
    close: () => smtp.close(),
  };
}

/**
 * Returns the message as a simple, accessible HTML page with paragraphs and links. It loads nothing from
 * other servers.
 */
export function htmlOf(message: Pick<Outgoing, "language" | "subject" | "paragraphs">): string {
  const paragraphs = message.paragraphs
    .map((text) => `<p>${linked(escaped(text)).replaceAll("\n", "<br>")}</p>`)
    .join("\n");
  return `<!doctype html><html lang="${message.language}"><head><meta charset="utf-8"><title>${escaped(message.subject)}</title></head><body style="font-family:sans-serif;line-height:1.6">\n${paragraphs}\n</body></html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function linked(html: string): string {
  return html.replaceAll(/https?:\/\/[^\s<"]+/g, (url) => `<a href="${url}">${url}</a>`);
}

/**
 * Limits the duration of a whole delivery. The limit for silence is not enough, because a slow server that
 * keeps sending is never silent. Throws with the code `ETIMEDOUT`.
 */
async function limited(ms: number, work: Promise<unknown>): Promise<void> {
  await inTime(ms, work, () => {
    throw Object.assign(new Error("the mail server takes too long"), { code: "ETIMEDOUT" });
  });
}
