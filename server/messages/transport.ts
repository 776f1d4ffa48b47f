import { createTransport } from "nodemailer";
import { CHANNELS, type Channel } from "../../domain/channels.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import { refuseWhileHolding } from "../holding.ts";
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
 * Delivers messages. Returns the id by which a gateway's delivery report names the message; `null` if there
 * is none. Throws if the message must be tried again later; in that case it can arrive twice.
 */
export type Transport = {
  readonly deliver: (message: Outgoing) => Promise<string | null>;
  /** Maximum duration of a delivery in milliseconds. After that time it has thrown. */
  readonly mostMs: number;
  readonly close: () => void;
};

/** Creates the transport to the mailbox table, which stores each message once. */
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

/** Creates a transport that selects another transport by the channel of the message. */
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

/** The transport of a channel that is not configured. It always fails, so its messages wait with an error. */
export const noWay: Transport = {
  mostMs: 0,
  deliver: async ({ channel }) => {
    throw new Error(`messages: no service is set up for ${channel}`);
  },
  close: () => {},
};

/**
 * Time limits in milliseconds: for a mail server that sends nothing, and for the whole delivery of a message.
 */
export type Patience = { readonly silentMs: number; readonly mostMs: number };

const PATIENCE: Patience = { silentMs: 10_000, mostMs: 30_000 };

/**
 * Creates the SMTP transport. After a crash between the server's acceptance and the portal's record of it,
 * the message is sent again with the same Message-ID, by which mail servers detect duplicates.
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
      await within(mostMs, sent);
      return null;
    },
    close: () => smtp.close(),
  };
}

/**
 * Returns the message as a plain, accessible HTML page with paragraphs and links. The page loads no external
 * content.
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
 * Limits the duration of the whole delivery, because a slow server that keeps sending never counts as silent.
 * Throws with the code `ETIMEDOUT`.
 */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error("the mail server takes too long"), { code: "ETIMEDOUT" })),
      ms,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
