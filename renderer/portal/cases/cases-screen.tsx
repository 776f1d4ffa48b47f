import { useQuery } from "@tanstack/react-query";
import { FileText, MessagesSquare } from "lucide-react";
import { useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import type { OwnCase } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { keptForVisit } from "../../kit/api/drafts.ts";
import { privateFile } from "../../kit/api/private-file.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { CaseReply } from "./case-reply.tsx";
import "../../kit/parts/screens.css";
import "./cases.css";

/** The person's requests: status, due date, questions and answers. */
export default function CasesScreen() {
  const words = useText();
  const title = words("my-account:cases.title");
  return (
    <InsidePage title={title} at="/me" back={{ href: "/me", name: words("my-account:me.title") }}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <Cases title={title} />}
    </InsidePage>
  );
}

function Cases({ title }: { readonly title: string }) {
  const words = useText();
  const found = useQuery(get("/my-cases"));
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{title}</h1>
      {found.isPending ? <LoadingShape rows={4} /> : null}
      {found.isError ? <ErrorState error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data === undefined ? null : found.data.cases.length === 0 ? (
        <>
          <EmptyState
            icon={MessagesSquare}
            title={words("my-account:cases.none.title")}
            action={{ href: "/contact", label: words("my-account:me.contact") }}
          >
            {words("my-account:cases.none.text")}
          </EmptyState>
          <ButtonLink kind="plain" wide href="/complaint">
            {words("my-account:me.complaint")}
          </ButtonLink>
        </>
      ) : (
        found.data.cases.map((one) => <One key={one.id} of={one} />)
      )}
    </div>
  );
}

function One({ of }: { readonly of: OwnCase }) {
  const words = useText();
  const lng = useLanguage();
  const [writes, setWrites] = useState(() => keptForVisit(`draft:case:${of.reference}`) !== null);
  const isAsked = of.state === "asked";
  return (
    <article className="card card--pad gap12" aria-labelledby={of.id}>
      <div className="rowwrap">
        <Badge tone={TONES[of.state]}>
          {words(
            of.outcome === null
              ? `my-account:cases.state.${of.state}`
              : `my-account:cases.outcome.${of.outcome}`,
          )}
        </Badge>
        <span translate="no" className="num small">
          {of.reference}
        </span>
      </div>
      <h2 id={of.id}>{of.topicSays[lng]}</h2>
      <Pairs
        of={[
          { key: "opened", label: words("my-account:cases.opened"), value: formatInstant(of.openedAt) },
          ...(of.outcome === null
            ? [{ key: "due", label: words("my-account:cases.answerBy"), value: formatDate(of.dueOn) }]
            : []),
        ]}
      />
      {of.byOthers ? <ByOthers of={of} /> : null}
      <Given of={of.given} />
      <History of={of.entries} />
      {of.byOthers ? null : isAsked || (writes && of.state === "answered") ? (
        <CaseReply
          id={`reply-${of.id}`}
          draft={of.reference}
          label={words(isAsked ? "my-account:cases.reply" : "my-account:cases.notSettled.label")}
          submit={words("my-account:cases.send")}
          send={(reply) =>
            call("POST", "/my-cases/{id}/reply", {
              path: { id: of.id },
              body: { text: reply.text, files: [...reply.files] },
            })
          }
          done={() => setWrites(false)}
        />
      ) : null}
      {of.state === "answered" && !writes && !of.byOthers ? (
        <Button onClick={() => setWrites(true)}>{words("my-account:cases.notSettled.open")}</Button>
      ) : null}
    </article>
  );
}

/** The data that the person submitted with the request. */
function Given({ of }: { readonly of: OwnCase["given"] }) {
  const words = useText();
  const lng = useLanguage();
  return of.length === 0 ? null : (
    <details>
      <summary>{words("my-account:cases.given")}</summary>
      <Pairs
        of={of.map(({ label, value }, at) => ({
          key: String(at),
          label: label[lng],
          value: <span className="written">{value[lng]}</span>,
        }))}
      />
    </details>
  );
}

/** The events of a request since the person opened it. */
function History({ of }: { readonly of: OwnCase["entries"] }) {
  const words = useText();
  return (
    <ol className="mycase">
      {of
        .filter(({ kind }) => kind !== "opened")
        .map((entry) => (
          <li key={`${entry.kind} ${entry.at}`} className="gap8">
            <span>
              <b>{words(`my-account:cases.entry.${entry.kind}`)}</b>{" "}
              <small className="mut">{formatInstant(entry.at)}</small>
            </span>
            {entry.text === null ? null : <p className="written">{entry.text}</p>}
            {entry.files.map((file) => (
              <OwnFile key={file.id} of={file} />
            ))}
          </li>
        ))}
    </ol>
  );
}

/** A request for this account that somebody sent without logging in. The account's owner can stop it. */
function ByOthers({ of }: { readonly of: OwnCase }) {
  const words = useText();
  const stopping = useAction({
    call: () => call("POST", "/my-cases/{id}/object", { path: { id: of.id } }),
    changes: ["/my-cases"],
    said: () => words("my-account:cases.byOthers.stopped"),
    failed: "here",
  });
  if (of.objectedAt !== null) return <Note tone="info">{words("my-account:cases.byOthers.objected")}</Note>;
  if (of.outcome !== null) return null;
  return (
    <Note tone="warn">
      <p>{words("my-account:cases.byOthers.text")}</p>
      <Button busy={stopping.busy} onClick={() => stopping.run(undefined)}>
        {words("my-account:cases.byOthers.stop")}
      </Button>
      {stopping.fault === null ? null : <p role="alert">{stopping.fault}</p>}
    </Note>
  );
}

const TONES = { open: "info", asked: "warn", answered: "gain", closed: "info" } as const;

function OwnFile({ of }: { readonly of: { readonly id: string; readonly name: string } }) {
  const { run, busy } = useAction({
    call: async () => ok(await privateFile(`/api/files/${of.id}`)),
    done: (content) => saveFile(content, of.name),
  });
  return (
    <Button busy={busy} onClick={() => run(undefined)}>
      <FileText size={20} aria-hidden="true" /> {of.name}
    </Button>
  );
}
