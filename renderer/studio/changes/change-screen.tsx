import { useQueries, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { ChangePage, ProposalEvidence, VersionList } from "../../kit/api/answers.ts";
import { call, load } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant, formatList } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { DecisionForm } from "../../staff/definitions/decision-form.tsx";
import { ConsequencesOfOne } from "../../staff/definitions/definition-consequences.tsx";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { ExportPatch } from "../patches.tsx";
import { titleOfChange, toneOf } from "./change-tone.ts";
import { TakenOver, TakeOver } from "./take-over.tsx";
import "../studio.css";

/** The page of one change: its flows, author, status and comments. */
export default function ChangeScreen() {
  const words = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const change = useQuery({ ...get("/changes/{id}", { path: { id } }), refetchInterval: 15_000 });
  return (
    <StaffPage title={words("studio:changes.one")} at="/studio">
      {change.data ? (
        <Change of={change.data} />
      ) : (
        <div className="screen">
          {change.error ? (
            <ErrorState error={change.error} retry={() => void change.refetch()} />
          ) : (
            <LoadingShape rows={5} />
          )}
        </div>
      )}
    </StaffPage>
  );
}

function Change({ of }: { readonly of: ChangePage }) {
  const words = useText();
  const lng = useLanguage();
  const role = useSession()?.user?.role;
  const { status, own } = of;
  const named = (name: string | null) => name ?? words("definition:who.former");
  const isAlone = of.writers.length === 1 && of.writers[0] === of.owner;
  const isOpen = status === "open";
  return (
    <div className="screen">
      <div className="studiohead">
        <div>
          <PageLink className="link small" to="/studio/changes">
            {words("studio:changes.title")}
          </PageLink>
          <h1 tabIndex={-1}>{titleOfChange(of, lng)}</h1>
        </div>
        <Badge {...toneOf(of)}>{words(`studio:changes.status.${status}`)}</Badge>
        {role === "operations" ? <Acts of={of} /> : null}
        <ExportPatch id={of.id} title={of.title} />
      </div>
      <p className="mut">
        {words(isAlone ? "studio:changes.byOne" : "studio:changes.by", {
          writers: formatList(of.writers.map(named), lng),
          owner: named(of.owner),
        })}{" "}
        <span className="num">{formatInstant(of.savedAt)}</span>
      </p>
      <TakenOver of={of} />
      {of.reason === null ? null : <Note tone="info">{of.reason}</Note>}
      <Planned of={of} />
      <section className="gap12" aria-labelledby="change-flows">
        <h2 id="change-flows">{words("studio:changes.flows")}</h2>
        <ul className="card list">
          {of.flows.map((part) => (
            <FlowOf key={part.flow} part={part} change={of} />
          ))}
        </ul>
        {role === "operations" && own && isOpen ? <AddFlow of={of} /> : null}
      </section>
      {isOpen || of.versions.length === 0 ? null : <Decided of={of} />}
      <Comments of={of} maySpeak={role === "operations" || role === "compliance"} />
    </div>
  );
}

/** The actions on a change, for its author or for a colleague. */
function Acts({ of }: { readonly of: ChangePage }) {
  const words = useText();
  const act = useAction({
    call: (name: "reopen" | "withdraw") => call("POST", `/changes/{id}/${name}`, { path: { id: of.id } }),
    changes: ["/changes", "/definitions"],
    said: (name) => words(`studio:changes.said.${name}`),
  });
  const { status, own } = of;
  const may = {
    reopen: own && (status === "waiting" || status === "scheduled" || status === "sent-back"),
    withdraw: own && status === "open",
  };
  return (
    <div className="studioacts">
      <TakeOver of={of} />
      {(["reopen", "withdraw"] as const)
        .filter((name) => may[name])
        .map((name) => (
          <Button
            key={name}
            kind={name === "reopen" ? "main" : "line"}
            busy={act.busy}
            onClick={() => act.run(name)}
          >
            {words(`studio:changes.act.${name}`)}
          </Button>
        ))}
    </div>
  );
}

function FlowOf({
  part,
  change,
}: {
  readonly part: ChangePage["flows"][number];
  readonly change: ChangePage;
}) {
  const words = useText();
  const lng = useLanguage();
  // No undo steps exist for a flow that was imported from a patch or copied into the change.
  const edits = change.parts[part.flow]?.done.length ?? 0;
  return (
    <li>
      <PageLink
        className="studiorow"
        to="/studio/flows/$flow"
        params={{ flow: part.flow }}
        search={{ change: change.id }}
      >
        <span>
          <b>{part.title[lng]}</b>
          {edits === 0 ? null : <small>{words("studio:changes.steps", { count: edits })}</small>}
        </span>
        {part.outdated ? <Badge tone="warn">{words("studio:changes.outdated")}</Badge> : <span />}
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
    </li>
  );
}

/** A form that adds a flow to the change. Edits of that flow are then submitted with the change. */
function AddFlow({ of }: { readonly of: ChangePage }) {
  const words = useText();
  const lng = useLanguage();
  const list = useQuery(get("/definitions"));
  const { current = [], versions = [] } = list.data ?? {};
  const others = current.flatMap((one) =>
    one === null || of.flows.some(({ flow }) => flow === one.flow)
      ? []
      : (versions.find(({ id }) => id === one.id) ?? []),
  );
  if (others.length === 0) return null;
  return (
    <details className="card card--pad">
      <summary>{words("studio:changes.add")}</summary>
      <p className="mut">{words("studio:changes.addText")}</p>
      <ul className="rowwrap">
        {others.map(({ flow, title }) => (
          <li key={flow}>
            <PageLink className="pick" to="/studio/flows/$flow" params={{ flow }} search={{ change: of.id }}>
              {title[lng]}
            </PageLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The submitted versions with their consequences, each with a link to its own page. */
function Decided({ of }: { readonly of: ChangePage }) {
  const words = useText();
  const list = useQuery({ ...get("/definitions"), refetchInterval: 15_000 });
  const handed = (list.data?.versions ?? []).filter(({ id }) => of.versions.includes(id));
  // The evidence is reloaded when new evidence is stored, because an approval applies to the evidence shown.
  const evidence = useQueries({
    queries: handed.map(({ id, evidence: hash }) => ({
      queryKey: ["evidence", id, hash],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        load("/definitions/versions/{id}/evidence", { path: { id }, signal }),
    })),
  });
  const shown = handed.map((version, index) => {
    const found = evidence[index]?.data;
    return { version, proposal: found && "proposal" in found ? found.proposal : null };
  });
  return (
    <section className="gap12" aria-labelledby="change-handed">
      <h2 id="change-handed">{words("studio:changes.handed")}</h2>
      <ul className="card list">
        {shown.map(({ version, proposal }) => (
          <HandedIn key={version.id} version={version} proposal={proposal} />
        ))}
      </ul>
      {of.status === "waiting" && handed.length > 0 ? <Decide of={of} versions={shown} /> : null}
    </section>
  );
}

/** A submitted version with its loaded evidence. */
type Shown = {
  readonly version: VersionList["versions"][number];
  readonly proposal: ProposalEvidence["proposal"] | null;
};

function HandedIn({ version, proposal }: Shown) {
  const words = useText();
  const lng = useLanguage();
  const { judged } = proposal?.content ?? {};
  return (
    <li>
      <PageLink className="studiorow" to="/staff/definitions/$id" params={{ id: version.id }}>
        <span>
          <b>{(judged?.introduced?.title ?? version.title)[lng]}</b>
          {version.decisionNote === null ? null : <small>{version.decisionNote}</small>}
        </span>
        <Badge>{words(`definition:state.${version.state}`)}</Badge>
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
      <div className="studiomeans">
        {judged?.introduced ? <p>{words("definition:one.new")}</p> : null}
        <ConsequencesOfOne of={judged?.differences ?? null} />
      </div>
    </li>
  );
}

/** The time of the scheduled publication, or the reason why it failed. */
function Planned({ of: { id, schedule, status } }: { readonly of: ChangePage }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const taking = useAction({
    call: () => call("POST", "/changes/{id}/unschedule", { path: { id } }),
    changes: ["/changes", "/definitions"],
    said: () => words("studio:changes.planned.takenBack"),
  });
  if (schedule === null || (status !== "scheduled" && status !== "waiting")) return null;
  const params = { at: formatInstant(schedule.at), by: schedule.by ?? words("definition:who.former") };
  if (schedule.stopped !== null)
    return (
      <Note tone="warn">
        {words("studio:changes.planned.stopped", params)} {words(`warning:errors.${schedule.stopped}`)}
      </Note>
    );
  return (
    <Note tone="info">
      <p>{words("studio:changes.planned.at", params)}</p>
      <p>{schedule.note}</p>
      {role === "compliance" ? (
        <Button busy={taking.busy} onClick={() => taking.run(undefined)}>
          {words("studio:changes.planned.takeBack")}
        </Button>
      ) : null}
    </Note>
  );
}

/**
 * The decision of compliance about all submitted versions together. It applies to exactly the evidence shown.
 */
function Decide({ of, versions }: { readonly of: ChangePage; readonly versions: readonly Shown[] }) {
  const words = useText();
  const role = useSession()?.user?.role;
  if (role !== "compliance") return null;
  if (of.wrote) return <Note tone="info">{words("definition:decide.own")}</Note>;
  const hashes = versions.flatMap(({ version, proposal }) =>
    proposal === null ? [] : [[version.id, proposal.hash] as const],
  );
  const evidence = Object.fromEntries(hashes);
  return (
    <DecisionForm
      intro={words(versions.length > 1 ? "studio:changes.decide.together" : "definition:decide.may")}
      covers={words("definition:decide.covers", {
        hash: hashes.map(([, hash]) => hash.slice(0, 12)).join(", "),
      })}
      labels={{
        approve: words("studio:changes.decide.approve"),
        refuse: words("studio:changes.decide.sendBack"),
        approved: words("studio:changes.decide.published"),
        refused: words("studio:changes.decide.sentBack"),
      }}
      reasonFor={["approve", "refuse"]}
      mayApprove={versions.every(({ version, proposal }) => !version.outdated && proposal !== null)}
      schedule={async (at, note) =>
        await call("POST", "/changes/{id}/schedule", { path: { id: of.id }, body: { note, evidence, at } })
      }
      send={async (decision, note) =>
        decision === "approve"
          ? await call("POST", "/changes/{id}/approve", { path: { id: of.id }, body: { note, evidence } })
          : await call("POST", "/changes/{id}/send-back", { path: { id: of.id }, body: { note } })
      }
    />
  );
}

function Comments({ of, maySpeak }: { readonly of: ChangePage; readonly maySpeak: boolean }) {
  const words = useText();
  const [text, setText] = useState("");
  const saying = useAction({
    call: () => call("POST", "/changes/{id}/comments", { path: { id: of.id }, body: { text: text.trim() } }),
    changes: ["/changes"],
    done: () => setText(""),
    failed: "here",
  });
  return (
    <section className="card card--pad gap12" aria-labelledby="change-said">
      <h2 id="change-said">{words("studio:changes.said.title")}</h2>
      {of.comments.length === 0 ? <p className="mut">{words("studio:changes.said.none")}</p> : null}
      <ul className="gap12">
        {of.comments.map(({ at, by, text: said }) => (
          <li key={`${at}${by}`}>
            <small className="num">
              {by} · {formatInstant(at)}
            </small>
            <p>{said}</p>
          </li>
        ))}
      </ul>
      {maySpeak ? (
        <>
          <TextAreaField
            id="change-comment"
            label={words("studio:changes.said.label")}
            maxLength={2_000}
            value={text}
            onValue={setText}
          />
          {saying.fault === null ? null : (
            <Note tone="loss" role="alert">
              {saying.fault}
            </Note>
          )}
          <Button busy={saying.busy} disabled={text.trim() === ""} onClick={() => saying.run(undefined)}>
            {words("studio:changes.said.send")}
          </Button>
        </>
      ) : null}
    </section>
  );
}
