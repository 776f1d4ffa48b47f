import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SwitchDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { flagsHeard } from "../../kit/api/events.ts";
import { get, outdate } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { finds } from "../../kit/parts/finds.ts";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Pick } from "../../kit/parts/pick.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useSentence, useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { ChoiceField } from "../choice-field.tsx";
import { AccountSwitchesCard } from "./account-switches.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { SwitchRow } from "./switch-row.tsx";
import { WaitingChange } from "./waiting-change.tsx";
import "../studio.css";
import "./switches.css";

/**
 * The page of this environment's feature switches. One person proposes a position, and another approves it.
 */
export default function SwitchesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("studio:switches.title")} at="/studio/switches">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/switches"), refetchInterval: 30_000 });
  const heard = useStore(flagsHeard);
  useEffect(() => {
    if (heard > 0) void outdate(["/switches"]);
  }, [heard]);
  const mayChange = useSession()?.user?.role === "operations" && desk.data?.revision != null;
  return (
    <div className="screen">
      <div>
        <PageLink className="link small" to="/studio">
          {words("studio:home.title")}
        </PageLink>
        <h1 tabIndex={-1}>{words("studio:switches.title")}</h1>
        <p className="mut">{words("studio:switches.intro")}</p>
      </div>
      {desk.isPending ? <LoadingShape rows={6} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data ? (
        <>
          <Source of={desk.data} />
          {mayChange ? <Offered of={desk.data} /> : null}
          {desk.data.waiting.map((change) => (
            <WaitingChange key={change.id} of={change} mayDecide={mayChange} />
          ))}
          <Switches of={desk.data} mayChange={mayChange} />
          <AccountSwitchesCard />
          <Files of={desk.data} mayChange={mayChange} />
          <Earlier of={desk.data} />
        </>
      ) : null}
    </div>
  );
}

/**
 * A note that says where the switch positions come from. It is shown if they cannot be changed on this page.
 */
function Source({ of }: { readonly of: SwitchDesk }) {
  const words = useText();
  if (of.source === "server") return <Note tone="info">{words("studio:switches.elsewhere")}</Note>;
  return of.source === "default" ? <Note tone="loss">{words("studio:switches.cautious")}</Note> : null;
}

/** Changes of switch positions that a new release proposes for this environment. */
function Offered({ of }: { readonly of: SwitchDesk }) {
  const words = useText();
  const say = useSentence();
  const { offered, revision } = of;
  if (offered.length === 0 || revision === null) return null;
  return (
    <section className="card judged">
      <h2>{words("studio:switches.offered.title")}</h2>
      <p>
        {words("studio:switches.offered.text", { names: offered.map(({ title }) => say(title)).join(", ") })}
      </p>
      <ReasonForm
        label={words("studio:switches.form.reason")}
        ways={[
          {
            key: "offered",
            label: words("studio:switches.form.send"),
            said: words("studio:switches.proposed"),
            send: (reason) => call("POST", "/switches/offered", { body: { base: revision, reason } }),
          },
        ]}
      />
    </section>
  );
}

/**
 * All feature switches. They can be searched by text, and filtered by owner and by whether colleagues changed
 * them.
 */
function Switches({ of, mayChange }: { readonly of: SwitchDesk; readonly mayChange: boolean }) {
  const words = useText();
  const [search, setSearch] = useState("");
  const [owner, setOwner] = useState("");
  const [onlyChanged, setOnlyChanged] = useState(false);
  const owners = [...new Set(of.switches.map((one) => one.owner))].sort();
  const shown = of.switches.filter(
    (one) =>
      (owner === "" || one.owner === owner) &&
      (!onlyChanged || one.changed !== null) &&
      [
        one.name,
        ...[one.title, one.on, one.off].flatMap((each) => (each === null ? [] : [each.th, each.en])),
      ].some((text) => finds(text, search)),
  );
  return (
    <section className="gap12" aria-labelledby="switches-title">
      <h2 id="switches-title">
        {words("studio:switches.all", { shown: shown.length, total: of.switches.length })}
      </h2>
      <div className="switchfilters">
        <SearchField label={words("studio:switches.search")} value={search} onValue={setSearch} />
        <ChoiceField
          id="switch-owner"
          label={words("studio:switches.owner")}
          labelHidden
          value={owner}
          empty={words("studio:switches.owners")}
          choices={owners.map((one) => [one, words(`studio:switches.ownerOf.${one}`)])}
          onValue={setOwner}
        />
        <Pick
          name={words("studio:switches.changed")}
          on={onlyChanged}
          choose={() => setOnlyChanged(!onlyChanged)}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={words("studio:switches.none")}>{words("studio:switches.noneText")}</EmptyState>
      ) : (
        <ul className="card list">
          {shown.map((one) => (
            <SwitchRow key={one.name} of={one} base={of.revision} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Controls that save all positions as a file or patch, and that propose the positions of another environment.
 */
function Files({ of, mayChange }: { readonly of: SwitchDesk; readonly mayChange: boolean }) {
  const words = useText();
  const [file, setFile] = useState<string | null>(null);
  const taking = useAction({
    call: (_: "file" | "patch") => call("GET", "/switches/export"),
    changes: [],
    done: (set, kind) =>
      saveFile(
        new Blob([set[kind]], { type: kind === "file" ? "application/json" : "text/x-patch" }),
        `switches-${of.env}-${set.revision ?? 0}.${kind === "file" ? "json" : "patch"}`,
      ),
  });
  const { revision } = of;
  return (
    <section className="card judged" aria-labelledby="switch-files">
      <h2 id="switch-files">{words("studio:switches.files.title")}</h2>
      <div className="row wraps">
        {(["file", "patch"] as const).map((kind) => (
          <Button key={kind} busy={taking.doing === kind} onClick={() => taking.run(kind)}>
            {words(`studio:switches.files.${kind}`)}
          </Button>
        ))}
      </div>
      {mayChange && revision !== null ? (
        <label className="field" htmlFor="switch-import">
          {words("studio:switches.files.import")}{" "}
          <input
            id="switch-import"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void event.target.files?.[0]?.text().then(setFile)}
          />
        </label>
      ) : null}
      {file !== null && revision !== null ? (
        <ReasonForm
          label={words("studio:switches.form.reason")}
          ways={[
            {
              key: "import",
              label: words("studio:switches.form.send"),
              said: words("studio:switches.proposed"),
              send: (reason) => call("POST", "/switches/import", { body: { base: revision, reason, file } }),
            },
          ]}
          onClose={() => setFile(null)}
        />
      ) : null}
    </section>
  );
}

/** A button that saves an approved change as a file for another environment. */
function ExportChange({ id }: { readonly id: string }) {
  const words = useText();
  const taking = useAction({
    call: (_: undefined) => call("GET", "/switches/changes/{id}/export", { path: { id } }),
    changes: [],
    done: ({ file }) =>
      saveFile(new Blob([file], { type: "application/json" }), `switches-${id.slice(0, 8)}.json`),
  });
  return (
    <Button busy={taking.busy} onClick={() => taking.run(undefined)}>
      {words("studio:switches.files.change")}
    </Button>
  );
}

/** Changes that were decided, latest first. */
function Earlier({ of }: { readonly of: SwitchDesk }) {
  const words = useText();
  const say = useSentence();
  const who = (name: string | null) => name ?? words("staff:nav.someone");
  if (of.earlier.length === 0) return null;
  return (
    <details className="card judged">
      <summary>{words("studio:switches.earlier")}</summary>
      <ul className="switchhistory">
        {of.earlier.map((one) => (
          <li key={one.id}>
            <b>
              {one.switches.map(({ title }) => say(title)).join(", ")} ·{" "}
              {words(`studio:switches.decided.${one.kind}.${one.state}`)}
            </b>
            <small>
              {who(one.by)} · <span className="num">{formatInstant(one.at)}</span> · {one.reason}
            </small>
            <small>
              {who(one.decidedBy)} · <span className="num">{formatInstant(one.decidedAt ?? one.at)}</span> ·{" "}
              {one.decisionNote}
            </small>
            {one.state === "APPROVED" ? <ExportChange id={one.id} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
