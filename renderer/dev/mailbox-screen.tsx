import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import type { MailboxMessage } from "../kit/api/answers.ts";
import { get } from "../kit/api/query.ts";
import { Button } from "../kit/parts/button.tsx";
import { InsidePage } from "../kit/parts/pages.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import "../kit/parts/screens.css";
import "./dev.css";

/**
 * The page of the simulated mailbox, for development: every message sent, newest first. No message leaves the
 * machine.
 */
export default function MailboxScreen() {
  const words = useText();
  const wanted = new URLSearchParams(location.search).get("to") ?? "";
  const mails = useQuery({
    ...get("/dev/mailbox", { query: { to: wanted || undefined } }),
    refetchInterval: 2000,
  });
  const factor = useQuery({ ...get("/dev/factor"), refetchInterval: 2000 });
  const [open, setOpen] = useState<number | null>(null);
  const messages = mails.data?.messages ?? [];
  const shown = messages.find((mail) => mail.id === open) ?? messages[0];
  return (
    <InsidePage title={words("dev:mailbox.title")}>
      <div className="screen">
        <div className="screenhead">
          <h1 tabIndex={-1}>{words("dev:mailbox.title")}</h1>
          <Button small onClick={() => void mails.refetch()}>
            <RefreshCw size={16} aria-hidden="true" /> {words("dev:mailbox.refresh")}
          </Button>
        </div>
        <p className="mut">{words("dev:mailbox.intro")}</p>
        {factor.data ? (
          <p className="card card--pad">
            {words("dev:mailbox.factor")} <b className="num">{factor.data.code}</b>
          </p>
        ) : null}
        {mails.isPending ? <LoadingShape /> : null}
        {mails.isError ? <ErrorState error={mails.error} retry={() => void mails.refetch()} /> : null}
        {mails.isSuccess && messages.length === 0 ? (
          <EmptyState title={words("dev:mailbox.empty.title")}>{words("dev:mailbox.empty.text")}</EmptyState>
        ) : null}
        {shown ? (
          <div className="halves">
            <ul className="card list" aria-label={words("dev:mailbox.list")}>
              {messages.map((mail) => (
                <li key={mail.id}>
                  <button
                    type="button"
                    className={mail.id === shown.id ? "mailrow on" : "mailrow"}
                    aria-pressed={mail.id === shown.id}
                    onClick={() => setOpen(mail.id)}
                  >
                    <b lang={mail.language}>{mail.subject || mail.body.slice(0, 60)}</b>
                    <span className="small">
                      {mail.to} · {formatInstant(mail.at)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <Mail of={shown} />
          </div>
        ) : null}
      </div>
    </InsidePage>
  );
}

function Mail({ of }: { readonly of: MailboxMessage }) {
  const words = useText();
  return (
    <article className="card card--pad mail" lang={of.language} aria-label={words("dev:mailbox.message")}>
      <h2>{of.subject}</h2>
      <p className="small">
        {of.to} · {formatInstant(of.at)} · {of.channel}
      </p>
      {of.body.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className="prose">
          <WithLinks text={paragraph} />
        </p>
      ))}
    </article>
  );
}

/** A text with clickable addresses. Addresses of this portal open in the same window. */
function WithLinks({ text }: { readonly text: string }) {
  const address = /https?:\/\/\S+/.exec(text)?.[0];
  if (address === undefined) return <>{text}</>;
  const at = text.indexOf(address);
  return (
    <>
      {text.slice(0, at)}
      <a href={address}>{address}</a>
      <WithLinks text={text.slice(at + address.length)} />
    </>
  );
}
