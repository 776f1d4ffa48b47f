import { useQuery } from "@tanstack/react-query";
import { ChevronRight, FilePenLine, PencilRuler } from "lucide-react";
import { useState } from "react";
import type { VersionList, VersionRecord } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { isOpen, standOf } from "./definition-record.ts";
import "./definitions.css";

/** The page of all versions of every flow: waiting for compliance, in force, and earlier. */
export default function DefinitionsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("definition:list.title")} at="/staff/definitions">
      <Versions />
    </StaffPage>
  );
}

function Versions() {
  const words = useText();
  const list = useQuery({ ...get("/definitions"), refetchInterval: 10_000 });
  const role = useSession()?.user?.role;
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("definition:list.title")}</h1>
          <p className="mut">{words("definition:list.intro")}</p>
        </div>
        <span className="rowwrap">
          <ButtonLink kind="soft" href="/studio">
            <PencilRuler size={20} aria-hidden="true" /> {words("definition:list.studio")}
          </ButtonLink>
          {role === "operations" ? (
            <ButtonLink kind="main" href="/staff/definitions/propose">
              <FilePenLine size={20} aria-hidden="true" /> {words("definition:list.propose")}
            </ButtonLink>
          ) : null}
        </span>
      </div>
      {list.isPending ? <LoadingShape rows={4} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data ? <Lists of={list.data} /> : null}
    </div>
  );
}

function Lists({ of }: { readonly of: VersionList }) {
  const words = useText();
  const inForce = new Set(of.current.map((one) => one?.id));
  const waiting = of.versions.filter(isOpen);
  const current = of.versions.filter(({ id }) => inForce.has(id));
  const earlier = of.versions.filter((one) => !isOpen(one) && !inForce.has(one.id));
  return (
    <>
      <section className="gap12">
        <h2>
          {words("definition:list.waiting")}{" "}
          {waiting.length > 0 ? <Badge tone="warn">{waiting.length}</Badge> : null}
        </h2>
        {waiting.length === 0 ? (
          <p className="card card--pad mut">{words("definition:list.nothingWaiting")}</p>
        ) : (
          <ul className="card list">
            {waiting.map((version) => (
              <Row key={version.id} of={version} />
            ))}
          </ul>
        )}
      </section>
      <section className="gap12">
        <h2>{words("definition:list.inForce")}</h2>
        <ul className="card list">
          {current.map((version) => (
            <Row key={version.id} of={version} inForce />
          ))}
        </ul>
      </section>
      <Earlier of={earlier} />
    </>
  );
}

const FIRST = 10;

function Earlier({ of }: { readonly of: readonly VersionRecord[] }) {
  const words = useText();
  const lng = useLanguage();
  const [flow, setFlow] = useState<string | null>(null);
  const [most, setMost] = useState(FIRST);
  const titles = new Map(of.map((version) => [version.flow, version.title[lng]]));
  const shown = of.filter((version) => flow === null || version.flow === flow);
  return (
    <section className="gap12">
      <h2>{words("definition:list.earlier")}</h2>
      {of.length === 0 ? (
        <p className="card card--pad mut">{words("definition:list.noEarlier")}</p>
      ) : (
        <>
          {titles.size > 1 ? (
            <div className="filters">
              {[[null, words("definition:list.all")] as const, ...titles].map(([id, title]) => (
                <button
                  key={id ?? ""}
                  type="button"
                  className="pick"
                  aria-pressed={flow === id}
                  onClick={() => setFlow(id)}
                >
                  {title}
                </button>
              ))}
            </div>
          ) : null}
          <ul className="card list">
            {shown.slice(0, most).map((version) => (
              <Row key={version.id} of={version} />
            ))}
          </ul>
          {shown.length > most ? (
            <Button small onClick={() => setMost(most + 50)}>
              {words("definition:list.more")}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

function Row({ of, inForce }: { readonly of: VersionRecord; readonly inForce?: boolean }) {
  const words = useText();
  const lng = useLanguage();
  const who = isOpen(of) || of.state === "withdrawn" ? of.proposedByName : of.approvedByName;
  const at = of.decidedAt ?? of.proposedAt;
  const stand = standOf(of, inForce === true);
  return (
    <li>
      <PageLink className="versionrow" to="/staff/definitions/$id" params={{ id: of.id }}>
        <span className="name">
          <b>{of.title[lng]}</b>
          <small className="num">
            {of.number === null
              ? words("definition:unnumbered")
              : words("definition:version", { number: of.number })}
          </small>
        </span>
        <span className="why">{of.note ?? (of.changed.length > 0 ? shortest(of.changed) : "")}</span>
        <small className="when">
          <span className="num">{formatInstant(at)}</span>
          <br />
          {words("definition:list.by", { who: who ?? words("definition:list.filesOnDisk") })}
        </small>
        <Badge tone={stand.tone}>{words(stand.key)}</Badge>
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
    </li>
  );
}

function shortest(paths: readonly string[]): string {
  const [first = "", ...rest] = paths.map((path) => path.split("/").at(-1) ?? path);
  return rest.length === 0 ? first : `${first} +${rest.length}`;
}
