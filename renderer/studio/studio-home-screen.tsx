import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { VersionRecord } from "../kit/api/answers.ts";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { PageLink } from "../kit/parts/page-link.tsx";
import { Badge } from "../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { consequencesOf } from "../staff/definitions/consequences-of.ts";
import { RiskBadge } from "../staff/definitions/definition-consequences.tsx";
import { StaffPage } from "../staff/staff-gate.tsx";
import { DraftList } from "./changes/draft-list.tsx";
import { NewFlow } from "./new-flow.tsx";
import "./studio.css";

/** The first page of the studio: pending decisions, drafts, and all flows with their status. */
export default function StudioHomeScreen() {
  const words = useText();
  return (
    <StaffPage title={words("studio:home.title")} at="/studio">
      <Home />
    </StaffPage>
  );
}

function Home() {
  const words = useText();
  const role = useSession()?.user?.role;
  const list = useQuery({ ...get("/definitions"), refetchInterval: 30_000 });
  const versions = list.data?.versions ?? [];
  const current = (list.data?.current ?? []).flatMap(
    (one) => versions.find(({ id }) => id === one?.id) ?? [],
  );
  return (
    <div className="screen">
      <div>
        <h1 tabIndex={-1}>{words("studio:home.title")}</h1>
        <p className="mut">{words("studio:home.intro")}</p>
        <PageLink className="link" to="/studio/changes">
          {words("studio:changes.title")}
        </PageLink>{" "}
        <PageLink className="link" to="/studio/where">
          {words("studio:where.link")}
        </PageLink>
        {role === "operations" && list.data ? <Begin flows={current} /> : null}
      </div>
      {list.isPending ? <LoadingShape rows={5} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data ? (
        <Flows current={current} waiting={versions.filter(({ state }) => state === "proposed")} role={role} />
      ) : null}
    </div>
  );
}

/** Buttons that start a new flow, or the guide through a first change. */
function Begin({ flows }: { readonly flows: readonly VersionRecord[] }) {
  const words = useText();
  return (
    <div className="gap8 studiobegin">
      <NewFlow flows={flows} />
      <PageLink
        className="link"
        to="/studio/flows/$flow"
        params={{ flow: "contact-back" }}
        search={{ step: "contact", guide: "first" }}
      >
        {words("studio:guide.begin")}
      </PageLink>
    </div>
  );
}

/** The versions that wait for a decision, the drafts, and all flows. */
function Flows({
  current,
  waiting,
  role,
}: {
  readonly current: readonly VersionRecord[];
  readonly waiting: readonly VersionRecord[];
  readonly role: string | null | undefined;
}) {
  const words = useText();
  // Versions that were submitted as part of a change are left out, because the list of drafts already
  // contains the change.
  const mine = waiting.filter(({ own, change }) => own && change === null);
  return (
    <>
      {role === "compliance" ? (
        <Waiting
          title={words("studio:home.toDecide")}
          none={words("studio:home.nothing")}
          of={waiting.filter(({ wrote }) => !wrote)}
        />
      ) : null}
      <DraftList />
      {role === "operations" && mine.length > 0 ? (
        <Waiting title={words("studio:home.mine")} none={words("studio:home.noneMine")} of={mine} />
      ) : null}
      <section className="gap12" aria-labelledby="flows-title">
        <h2 id="flows-title">{words("studio:home.flows")}</h2>
        <ul className="card list">
          {current.map((version) => (
            <FlowRow
              key={version.id}
              of={version}
              waits={waiting.filter(({ flow }) => flow === version.flow).length}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

function Waiting({
  title,
  none,
  of,
}: {
  readonly title: string;
  readonly none: string;
  readonly of: readonly VersionRecord[];
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <section className="gap12">
      <h2>
        {title} {of.length > 0 ? <Badge tone="warn">{of.length}</Badge> : null}
      </h2>
      {of.length === 0 ? (
        <p className="card card--pad mut">{none}</p>
      ) : (
        <ul className="card list">
          {of.map((version) => (
            <li key={version.id}>
              <PageLink className="studiorow" to="/staff/definitions/$id" params={{ id: version.id }}>
                <span>
                  <b>{version.title[lng]}</b>
                  <small>{version.note ?? words("studio:home.noReason")}</small>
                  <small className="num">
                    {formatInstant(version.proposedAt)} · {version.proposedByName}
                  </small>
                </span>
                <Risk of={version} />
                <ChevronRight size={20} aria-hidden="true" />
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The risk of a version, shown once its evidence is loaded. */
function Risk({ of }: { readonly of: VersionRecord }) {
  const evidence = useQuery({
    ...get("/definitions/versions/{id}/evidence", { path: { id: of.id } }),
    staleTime: 60_000,
  });
  const judged = evidence.data && "proposal" in evidence.data ? evidence.data.proposal.content.judged : null;
  return judged?.differences ? <RiskBadge of={consequencesOf(judged.differences).risk} /> : <span />;
}

function FlowRow({ of, waits }: { readonly of: VersionRecord; readonly waits: number }) {
  const words = useText();
  const lng = useLanguage();
  const faults = of.findings.filter(({ severity }) => severity === "error").length;
  return (
    <li>
      <PageLink className="studiorow" to="/studio/flows/$flow" params={{ flow: of.flow }}>
        <span>
          <b>{of.title[lng]}</b>
          <small>
            {of.number === null ? "" : `${words("definition:version", { number: of.number })} · `}
            <span className="num">{formatInstant(of.decidedAt ?? of.proposedAt)}</span>
          </small>
        </span>
        <span className="rowwrap badges">
          {waits > 0 ? <Badge tone="warn">{words("studio:home.waits", { count: waits })}</Badge> : null}
          <Badge tone={faults > 0 ? "loss" : "gain"}>
            {words(faults > 0 ? "studio:home.faulty" : "studio:home.sound")}
          </Badge>
        </span>
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
    </li>
  );
}
