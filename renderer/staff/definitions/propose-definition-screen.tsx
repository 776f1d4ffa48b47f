import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft, FileJson } from "lucide-react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import type { Finding, VersionRecord } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { DefinitionFindings } from "./definition-findings.tsx";
import {
  asEdited,
  dropProposal,
  type Edits,
  keepPlace,
  keepProposal,
  keptPlace,
  keptProposal,
  type ProposalPlace,
} from "./kept-proposal.ts";
import { MendProposal } from "./mend-proposal.tsx";
import { type EditorProps, NEW, NewFlow } from "./new-flow.tsx";
import { placeInJson } from "./place-in-json.ts";
import { groupOf, jsonFault, proposableFiles } from "./proposable-files.ts";
import "./definitions.css";

/** Operations edits a flow's files and proposes them; the check reports at once what must be fixed. */
export default function ProposeDefinitionScreen() {
  const words = useText();
  return (
    <StaffPage title={words("definition:propose.title")} at="/staff/definitions">
      <Propose />
    </StaffPage>
  );
}

function Propose() {
  const words = useText();
  const lng = useLanguage();
  const role = useSession()?.user?.role;
  const list = useQuery(get("/definitions"));
  const navigate = useNavigate();
  const { from } = useSearch({ strict: false }) as { from?: string };
  const [place, setPlace] = useState<ProposalPlace>(() => keptPlace() ?? { flow: "" });
  const choose = (next: ProposalPlace) => {
    keepPlace(next);
    setPlace(next);
  };
  const { flow } = place;
  const current = (list.data?.current ?? []).flatMap((one) => {
    const version = list.data?.versions.find(({ id }) => id === one?.id);
    return version === undefined ? [] : [version];
  });
  const isNew = flow === NEW;
  const open = (mended: ProposalPlace) => {
    choose(mended);
    void navigate({ to: "/staff/definitions/propose", replace: true } as never);
  };
  const chosen = current.find((one) => one.flow === flow) ?? current[0];
  return (
    <div className="screen">
      <PageLink className="link" to="/staff/definitions">
        <ArrowLeft size={18} aria-hidden="true" /> {words("definition:one.back")}
      </PageLink>
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("definition:propose.title")}</h1>
          <p className="mut">{words("definition:propose.intro")}</p>
        </div>
        {current.length > 0 && from === undefined ? (
          <SelectField
            id="propose-flow"
            label={words("definition:propose.flow")}
            value={isNew ? NEW : chosen?.flow}
            onValue={(flow) => choose({ ...keptPlace(), flow })}
          >
            {current.map((version) => (
              <option key={version.flow} value={version.flow}>
                {version.title[lng]}
              </option>
            ))}
            <option value={NEW}>{words("definition:propose.new.option")}</option>
          </SelectField>
        ) : null}
      </div>
      {list.isPending ? <LoadingShape rows={4} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {role !== "operations" && list.data ? (
        <EmptyState title={words("definition:propose.title")}>
          {words("definition:propose.forOperations")}
        </EmptyState>
      ) : null}
      {role !== "operations" || !list.data ? null : from !== undefined ? (
        <MendProposal
          id={from}
          current={Object.fromEntries(current.map(({ flow, id }) => [flow, id]))}
          onOpen={open}
        />
      ) : isNew ? (
        <NewFlow
          key={place.name ?? ""}
          flows={current}
          editor={Editor}
          {...(place.name === undefined ? {} : { name: place.name })}
        />
      ) : chosen ? (
        <Files key={chosen.id} of={chosen} />
      ) : null}
    </div>
  );
}

function Files({ of }: { readonly of: VersionRecord }) {
  const version = useQuery(get("/definitions/versions/{id}", { path: { id: of.id } }));
  if (version.isPending) return <LoadingShape rows={4} />;
  if (version.isLoadingError)
    return <ErrorState error={version.error} retry={() => void version.refetch()} />;
  return <Editor flow={of.flow} files={version.data.files ?? {}} on={of.id} />;
}

function Editor({ flow, files, begun, on, discard }: EditorProps) {
  const words = useText();
  const { history } = useRouter();
  const isNew = begun !== undefined;
  const [kept] = useState(() => keptProposal(flow));
  const [edits, setEdits] = useState<Edits>(kept?.edits ?? begun ?? {});
  const paths = proposableFiles([...new Set([...Object.keys(files), ...Object.keys(edits)])], flow);
  const [path, setPath] = useState(paths[0] ?? "");
  const [find, setFind] = useState("");
  const [added, setAdded] = useState("");
  const [note, setNote] = useState(kept?.note ?? "");
  const [sent, setSent] = useState(false);
  const original = (one: string) => (files[one] === undefined ? undefined : asEdited(files[one]));
  const changed = Object.keys(edits).filter((one) => edits[one] !== original(one));
  const broken = changed.find((one) => jsonFault(edits[one] ?? "") !== null);
  useLeaveWarning(changed.length > 0 && !sent);
  useEffect(() => {
    if (sent) dropProposal(flow);
    else keepProposal(flow, { edits, note, on: kept === null ? on : kept.on });
  }, [flow, edits, note, on, kept, sent]);
  const { run, busy, failed, fault } = useAction({
    call: () => {
      const body = {
        files: Object.fromEntries(changed.map((one) => [one, JSON.parse(edits[one] ?? "null")])),
        ...(note.trim() === "" ? {} : { note: note.trim() }),
      };
      return isNew
        ? call("POST", "/definitions/flows", { body: { flow, ...body } })
        : call("POST", "/definitions/{flow}/versions", { path: { flow }, body });
    },
    changes: ["/definitions"],
    said: () => words("definition:propose.done"),
    done: ({ id }) => {
      flushSync(() => setSent(true));
      keepPlace({ flow: isNew ? NEW : flow });
      history.push(`/staff/definitions/${id}`);
    },
    failed: "here",
  });
  useEffect(() => {
    if (failed !== null) document.getElementById("propose-fault")?.focus();
  }, [failed]);
  const found = failed?.kind === "refused" ? (failed.body as { findings?: readonly Finding[] }).findings : [];
  const findings = (found ?? []).filter(({ severity }) => severity === "error");
  const textOf = (one: string) => edits[one] ?? original(one) ?? "";
  const mayAdd = proposableFiles([added], flow).length > 0 && /^[a-z0-9/.-]+\.json$/i.test(added);
  const add = () => {
    if (!mayAdd) return;
    setEdits({ [added]: "{}", ...edits });
    setPath(added);
    setAdded("");
  };
  const goTo = (file: string, pointer: string) => {
    if (!paths.includes(file)) return;
    flushSync(() => setPath(file));
    showPlace(document.getElementById("propose-content"), textOf(file), pointer);
  };
  const text = textOf(path);
  const wrong = jsonFault(text);
  const shown = paths.filter((one) => one.includes(find.trim()));
  return (
    <div className="proposecols">
      <section className="card judged">
        <TextField
          id="propose-find"
          type="search"
          label={words("definition:propose.find")}
          value={find}
          onValue={setFind}
        />
        <ul className="filelist">
          {shown.map((one) => (
            <li key={one}>
              <button
                type="button"
                className={one === path ? "mailrow on" : "mailrow"}
                aria-current={one === path ? "true" : undefined}
                onClick={() => setPath(one)}
              >
                <span>
                  {one.split("/").at(-1)}{" "}
                  {changed.includes(one) ? (
                    <Badge tone="warn">{words("definition:steps.changed")}</Badge>
                  ) : null}
                </span>
                <small className="small">
                  {words(`definition:propose.${groupOf(one)}`)} · {one.split("/").slice(0, -1).join("/")}
                </small>
              </button>
            </li>
          ))}
        </ul>
        <TextField
          id="propose-add"
          label={words("definition:propose.add")}
          placeholder={`schemas/${flow}/`}
          spellCheck={false}
          value={added}
          onValue={(typed) => setAdded(typed.trim())}
        />
        <div>
          <Button small disabled={!mayAdd} onClick={add}>
            {words("definition:propose.addFile")}
          </Button>
        </div>
      </section>
      <div className="gap16">
        <section className="card judged">
          <TextAreaField
            id="propose-content"
            className="editor"
            label={
              <span className="wrap filename">
                <FileJson size={18} aria-hidden="true" /> {path}
              </span>
            }
            spellCheck={false}
            value={text}
            error={wrong === null ? null : words("definition:propose.json", { why: wrong })}
            onValue={(next) => setEdits({ ...edits, [path]: next })}
          />
          {changed.includes(path) ? (
            <div>
              <Button
                small
                onClick={() => {
                  setEdits(Object.fromEntries(Object.entries(edits).filter(([one]) => one !== path)));
                  if (original(path) === undefined) setPath(paths.find((one) => one !== path) ?? "");
                }}
              >
                {words("definition:propose.undo")}
              </Button>
            </div>
          ) : null}
        </section>
        <section className="card judged">
          <h2>{words("definition:propose.changed")}</h2>
          {kept !== null && kept.on !== on ? (
            <Note tone="warn">{words("definition:propose.moved")}</Note>
          ) : null}
          {changed.length === 0 ? (
            <p className="mut">{words("definition:propose.none")}</p>
          ) : (
            <ul className="wrap">
              {changed.map((one) => (
                <li key={one}>
                  <button type="button" className="link" onClick={() => setPath(one)}>
                    {one}
                  </button>{" "}
                  {jsonFault(edits[one] ?? "") === null ? null : (
                    <Badge tone="loss">{words("definition:propose.notJson")}</Badge>
                  )}
                </li>
              ))}
            </ul>
          )}
          <TextAreaField
            id="propose-note"
            label={words("definition:propose.note")}
            optional={words("definition:propose.noteHint")}
            maxLength={2_000}
            value={note}
            onValue={setNote}
          />
          <div id="propose-fault" tabIndex={-1}>
            {fault === null ? null : (
              <Note tone="loss" role="alert">
                <p>
                  {findings.length === 0
                    ? fault
                    : words("definition:propose.refused", { count: foldedByCause(findings).length })}
                </p>
                <DefinitionFindings of={findings} goTo={goTo} />
              </Note>
            )}
          </div>
          <Button
            kind="main"
            busy={busy}
            disabled={changed.length === 0 || broken !== undefined}
            onClick={() => run(undefined)}
          >
            {words(busy ? "definition:propose.sending" : "definition:propose.send")}
          </Button>
          {broken === undefined ? null : (
            <p className="small">{words("definition:propose.brokenFirst", { file: broken })}</p>
          )}
          <p className="small">{words("definition:propose.kept")}</p>
          {discard === undefined ? null : <Discard onDiscard={discard} />}
        </section>
      </div>
    </div>
  );
}

/** Discards a new flow after confirmation, because it cannot be restored. */
function Discard({ onDiscard }: { readonly onDiscard: () => void }) {
  const words = useText();
  const [asks, setAsks] = useState(false);
  return (
    <div>
      <Button small onClick={() => setAsks(true)}>
        {words("definition:propose.discard")}
      </Button>
      {asks ? (
        <Sheet
          title={words("definition:propose.discard")}
          onClose={() => setAsks(false)}
          footer={
            <Button kind="main" wide onClick={onDiscard}>
              {words("definition:propose.discard")}
            </Button>
          }
        >
          <p>{words("definition:propose.discardText")}</p>
        </Sheet>
      ) : null}
    </div>
  );
}

/** Warns before the browser closes a page with changes. */
function useLeaveWarning(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [changed]);
}

/** Selects the value at a pointer and scrolls to it. */
function showPlace(editor: HTMLElement | null, text: string, pointer: string): void {
  if (!(editor instanceof HTMLTextAreaElement) || jsonFault(text) !== null) return;
  const { from, to } = placeInJson(text, pointer);
  editor.scrollIntoView({ block: "center" });
  editor.focus({ preventScroll: true });
  editor.setSelectionRange(from, to);
  const line = text.slice(0, from).split("\n").length - 1;
  editor.scrollTop = (line * editor.scrollHeight) / text.split("\n").length - editor.clientHeight / 3;
}
