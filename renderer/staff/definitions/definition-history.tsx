import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { VersionPage, VersionRecord } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { pathsAddress } from "../paths/paths-data.ts";
import { standOf } from "./definition-record.ts";
import "./definitions.css";

/** All versions of a flow with author and time. An earlier version can be proposed again. */
export function DefinitionHistory({ of }: { readonly of: VersionPage }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const list = useQuery(get("/definitions", { query: { flow: of.flow } }));
  const [asks, setAsks] = useState(false);
  if (!list.data) return null;
  const inForce = new Set(list.data.current.map((one) => one?.id));
  const mayGoBack = role === "operations" && of.state === "published" && !of.current;
  return (
    <section className="card judged">
      <h2>{words("definition:history.title")}</h2>
      <ol className="gap12">
        {list.data.versions.slice(0, 12).map((version) => (
          <Entry
            key={version.id}
            of={version}
            inForce={inForce.has(version.id)}
            here={version.id === of.id}
          />
        ))}
      </ol>
      <a className="link" href={pathsAddress({ flow: of.flow, version: of })}>
        {words("definition:one.paths")}
      </a>
      {mayGoBack ? (
        <Button wide onClick={() => setAsks(true)}>
          {words("definition:history.back")}
        </Button>
      ) : null}
      {asks ? <GoBack to={of} onClose={() => setAsks(false)} /> : null}
    </section>
  );
}

function Entry({
  of,
  inForce,
  here,
}: {
  readonly of: VersionRecord;
  readonly inForce: boolean;
  readonly here: boolean;
}) {
  const words = useText();
  const stand = standOf(of, inForce);
  const name =
    of.number === null ? words("definition:unnumbered") : words("definition:version", { number: of.number });
  return (
    <li className="historyline">
      <span>
        {here ? (
          <b aria-current="page">{name}</b>
        ) : (
          <PageLink className="link" to="/staff/definitions/$id" params={{ id: of.id }}>
            {name}
          </PageLink>
        )}
        <small className="block small">
          <span className="num">{formatInstant(of.decidedAt ?? of.proposedAt)}</span>
          <span className="wrap block">
            {of.approvedByName ?? of.proposedByName ?? words("definition:list.filesOnDisk")}
          </span>
        </small>
      </span>
      <Badge tone={stand.tone}>{words(stand.key)}</Badge>
    </li>
  );
}

/** A dialog that proposes a published version again. */
export function GoBack({
  to,
  onClose,
}: {
  readonly to: Pick<VersionPage, "id" | "number">;
  readonly onClose: () => void;
}) {
  const words = useText();
  const { history } = useRouter();
  const number = to.number ?? 0;
  const [note, setNote] = useState(words("definition:history.backNote", { number }));
  const { run, busy } = useAction({
    call: () =>
      call("POST", "/definitions/versions/{id}/propose-again", { path: { id: to.id }, body: { note } }),
    changes: ["/definitions"],
    said: () => words("definition:history.proposed"),
    done: ({ id }) => history.push(`/staff/definitions/${id}`),
  });
  return (
    <Sheet
      title={words("definition:history.backTitle", { number })}
      onClose={onClose}
      footer={
        <Button kind="main" wide busy={busy} onClick={() => run(undefined)}>
          {words("definition:propose.send")}
        </Button>
      }
    >
      <p>{words("definition:history.backText")}</p>
      <TextAreaField
        id="back-note"
        label={words("definition:propose.note")}
        maxLength={2_000}
        value={note}
        onValue={setNote}
      />
    </Sheet>
  );
}
