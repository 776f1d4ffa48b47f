import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ChangeLine, VersionPage } from "../kit/api/answers.ts";
import { ApiError, failureText } from "../kit/api/client.ts";
import { published } from "../kit/api/events.ts";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { Button } from "../kit/parts/button.tsx";
import { Note } from "../kit/parts/note.tsx";
import { PageLink } from "../kit/parts/page-link.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { useStore } from "../kit/text/store.ts";
import { titleOfChange } from "./changes/change-tone.ts";
import { type BaseVersion, NEW, type WithFiles } from "./draft/base-version.ts";
import { Clashes } from "./draft/clashes.tsx";
import { HandIn } from "./draft/hand-in.tsx";
import { keptEdits } from "./draft/kept-edits.ts";
import { NewerNotice } from "./draft/newer-notice.tsx";
import type { Drafting } from "./draft/use-draft.ts";
import type { Studied } from "./engine/use-engine.ts";

/** The change being viewed, by flow, across pages. */
const looksAt = new Map<string, string>();

/** Loads a flow with the viewed change or the person's own, and renders its children with it. */
export function WithVersion({
  flow,
  begins = false,
  children,
}: {
  readonly flow: string;
  /** The start of viewing a flow: the address names the change, or none. */
  readonly begins?: boolean;
  readonly children: (base: BaseVersion) => ReactNode;
}) {
  const words = useText();
  const mayWrite = useSession()?.user?.role === "operations";
  const { change: named } = useSearch({ strict: false }) as { change?: string };
  const [wanted] = useState(() => {
    if (named !== undefined) looksAt.set(flow, named);
    else if (begins) looksAt.delete(flow);
    return looksAt.get(flow);
  });
  const list = useQuery(get("/definitions"));
  const changes = useQuery({ ...get("/changes"), enabled: wanted === undefined });
  // Chosen once: edits started here meanwhile are this page's own draft.
  const [chosen, setChosen] = useState<string | null | undefined>(wanted);
  const found = changes.data?.changes;
  useEffect(() => {
    if (chosen === undefined && found !== undefined) setChosen(ownOf(found, flow));
  }, [chosen, found, flow]);
  const change = useQuery({
    ...get("/changes/{id}", { path: { id: chosen || "none" } }),
    ...ONCE,
    enabled: Boolean(chosen),
  });
  const part = change.data?.parts[flow];
  const id = list.data?.current.find((one) => one?.flow === flow)?.id;
  const isReady = chosen === null || change.data !== undefined;
  const isNew = part?.base === null;
  const mayEdit = mayWrite && (!change.data || (change.data.own && change.data.status === "open"));
  const live = part === undefined ? id : (part.base ?? undefined);
  // Edits stay on the version they were begun on: laid over a later one they would undo what it changed.
  const [pinned, setPinned] = useState<{ readonly flow: string; readonly id: string } | null>(null);
  if (mayEdit && isReady && chosen !== undefined && live !== undefined && pinned?.flow !== flow)
    setPinned({ flow, id: keptEdits({ flow, change: chosen })?.base ?? live });
  const baseId = mayEdit && pinned?.flow === flow ? pinned.id : live;
  const on = useVersion(isReady ? baseId : undefined);
  // Edits kept by this browser may name a version that this installation never had.
  if (isUnknown(on.error) && live !== undefined && pinned !== null && pinned.id !== live)
    setPinned({ flow, id: live });
  const shared = useQuery({
    ...get("/definitions/flows/{name}/shared", { path: { name: flow } }),
    enabled: isNew,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isNewer = baseId !== undefined && id !== undefined && baseId !== id;
  const newer = useVersion(isNewer ? id : undefined);
  // A version published while the page is open is offered at once.
  const heard = useStore(published)[flow];
  const { refetch } = list;
  useEffect(() => {
    if (heard !== undefined) void refetch();
  }, [heard, refetch]);
  const failed = [list, changes, change, on, newer, shared].find(({ error }) => error !== null);
  const error = failed?.error;
  const title = change.data?.flows.find((one) => one.flow === flow)?.title ?? { th: flow, en: flow };
  const ofNew =
    isNew && shared.data
      ? { of: { id: NEW, flow, title, number: null }, files: shared.data.files as WithFiles["files"] }
      : null;
  const base = ofNew ?? filesOf(on.data);
  const since = filesOf(newer.data);
  // Once shown, the page stays: a newer version that still loads, or a failed reload, must not take the editor away.
  const shown = useRef(false);
  if (base !== null && isReady && (shown.current || (!error && (!isNewer || since !== null)))) {
    shown.current = true;
    return children({ ...base, change: change.data ?? null, newer: since, mayEdit });
  }
  return (
    <div className="screen">
      {error ? (
        <ErrorState error={error} retry={() => void failed?.refetch()} />
      ) : list.data && id === undefined && isReady && !isNew ? (
        <EmptyState title={words("studio:flow.unknown")}>
          <PageLink className="link" to="/studio">
            {words("studio:flow.unknownText")}
          </PageLink>
        </EmptyState>
      ) : (
        <LoadingShape rows={6} />
      )}
    </div>
  );
}

/** Data being edited does not reload by itself. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.failure.kind === "refused" && error.failure.status === 404;
}

function useVersion(id: string | undefined) {
  return useQuery({
    ...get("/definitions/versions/{id}", { path: { id: id ?? "none" } }),
    enabled: id !== undefined,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function filesOf(page: VersionPage | undefined): WithFiles | null {
  return page?.files ? { of: page, files: page.files } : null;
}

/** The change in which the person already edits this flow: the one saved last. */
function ownOf(changes: readonly ChangeLine[], flow: string): string | null {
  const own = changes.find(
    (one) => one.own && one.status === "open" && one.flows.some((part) => part.flow === flow),
  );
  return own?.id ?? null;
}

/** The header of every editing page: position, undo and redo, submit; below it errors. */
export function StudioHead({
  back,
  title,
  intro,
  badges,
  of,
  drafting,
  studied,
}: {
  readonly back: ReactNode;
  readonly title: string;
  readonly intro: string;
  readonly badges?: ReactNode;
  readonly of: BaseVersion;
  readonly drafting: Drafting;
  readonly studied: Studied;
}) {
  const words = useText();
  const lng = useLanguage();
  const { mayEdit, change } = of;
  const { flow } = of.of;
  const { undo, redo, changed, fault } = drafting;
  useKeys(undo, redo);
  return (
    <>
      <div className="studiohead">
        <div>
          {back}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        {badges}
        {mayEdit ? (
          <div className="studioacts">
            <span className="small" role="status">
              {words(`studio:kept.${drafting.kept}`)}
            </span>
            <button
              type="button"
              className="iconbtn"
              aria-label={words("studio:undo")}
              disabled={undo === null}
              onClick={() => undo?.()}
            >
              <Undo2 size={20} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="iconbtn"
              aria-label={words("studio:redo")}
              disabled={redo === null}
              onClick={() => redo?.()}
            >
              <Redo2 size={20} aria-hidden="true" />
            </button>
            {changed.length > 0 ? (
              <Button small onClick={drafting.discard}>
                {words("studio:discard")}
              </Button>
            ) : null}
            <HandIn
              flow={flow}
              change={change}
              drafting={drafting}
              faults={studied.findings.filter(({ severity }) => severity === "error").length}
            />
          </div>
        ) : null}
      </div>
      <p className="mut">{intro}</p>
      {change === null || (mayEdit && Object.keys(change.parts).length < 2) ? null : (
        <Note tone="info">
          {words(mayEdit ? "studio:change.partOf" : "studio:change.looksAt", {
            title: titleOfChange(change, lng),
          })}{" "}
          <PageLink className="link" to="/studio/changes/$id" params={{ id: change.id }}>
            {words("studio:change.open")}
          </PageLink>
        </Note>
      )}
      {mayEdit ? <NewerNotice flow={flow} drafting={drafting} /> : null}
      {drafting.failure === null ? null : (
        <Note tone="loss" role="alert">
          <p>{failureText(drafting.failure, words)}</p>
          <p>{words(`studio:kept.why.${drafting.kept === "unkept" ? "unkept" : "unsaved"}`)}</p>
          <Button small onClick={() => void drafting.save()}>
            {words("studio:kept.again")}
          </Button>
        </Note>
      )}
      <Clashes of={drafting} definition={studied.definition} />
      {fault === null ? null : (
        <Note tone="loss" role="alert">
          {words(`studio:fault.${fault.code}`, { what: fault.what })}
        </Note>
      )}
      {studied.stage === "failed" ? <Note tone="loss">{words("studio:flow.failed")}</Note> : null}
    </>
  );
}

/** Undo and redo by keyboard; inside a field the keys belong to the field. */
function useKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      if ((event.target as Element).closest("input, textarea, select")) return;
      event.preventDefault();
      if (event.shiftKey) redo?.();
      else undo?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [undo, redo]);
}
