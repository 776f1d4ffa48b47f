import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { Tx } from "../db/index.ts";
import type { Rendered } from "./render.ts";
import "./tables.ts";

/** One message on its way out. */
export type Outgoing = Rendered & {
  readonly outboxId: string;
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly language: "th" | "en";
  readonly template: string;
};

/** Takes a message to its reader. Throws to be asked again later. */
export type Transport = {
  readonly deliver: (tx: Tx, message: Outgoing) => Promise<void>;
  readonly close: () => void;
};

/** Puts messages into the mailbox table, in the very transaction that marks them as sent: exactly once. */
export function mailboxTransport(wall: () => Date): Transport {
  return {
    deliver: async (tx, message) => {
      await tx
        .insertInto("mailbox")
        .values({
          outbox_id: message.outboxId,
          at: wall(),
          channel: message.channel,
          recipient: message.to,
          language: message.language,
          template: message.template,
          subject: message.subject,
          body: message.paragraphs.join("\n\n"),
        })
        .onConflict((conflict) => conflict.column("outbox_id").doNothing())
        .execute();
    },
    close: () => {},
  };
}

/**
 * Sends e-mails by SMTP. A process killed between the server's "accepted" and our own mark sends once
 * more with the same Message-ID, by which mail servers tell doubles.
 */
export function smtpTransport(config: Pick<Config, "mailFrom"> & { readonly smtpUrl: string }): Transport {
  const smtp = createTransport(config.smtpUrl, { from: config.mailFrom });
  const domain = /@([^>\s]+)/.exec(config.mailFrom)?.[1] ?? "localhost";
  return {
    deliver: async (_tx, message) => {
      if (message.channel !== "email") throw new Error("messages: no text message service is set up");
      await smtp.sendMail({
        to: message.to,
        subject: message.subject,
        text: message.paragraphs.join("\n\n"),
        html: htmlOf(message),
        messageId: `<${message.outboxId}@${domain}>`,
        headers: { "Content-Language": message.language, "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => smtp.close(),
  };
}

/** The message as a plain, accessible HTML page: paragraphs and links, nothing loaded from outside. */
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
