import { useQuery } from "@tanstack/react-query";
import { Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { Json } from "../../engine/values/json.ts";
import type { VersionList, VersionPage } from "../kit/api/answers.ts";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { Button } from "../kit/parts/button.tsx";
import { Note } from "../kit/parts/note.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import { HandIn } from "./draft/hand-in.tsx";
import type { Drafting } from "./draft/use-draft.ts";
import type { Studied } from "./engine/use-engine.ts";

/** The version of a flow that is in force, with its files: what a draft begins on. */
export type BaseVersion = {
  readonly of: VersionPage;
  readonly files: { readonly [path: string]: Json };
};

/** Fetches the version in force of a flow, and draws what stands on it. */
export function WithVersion({
  flow,
  children,
}: {
  readonly flow: string;
  readonly children: (base: BaseVersion) => ReactNode;
}) {
  const words = useText();
  const list = useQuery(get<VersionList>("/definitions"));
  const id = list.data?.current.find((one) => one?.flow === flow)?.id;
  const version = useQuery({
    ...get<VersionPage>(`/definitions/versions/${id}`),
    enabled: id !== undefined,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = list.error ?? version.error;
  if (!error && version.data?.files) return children({ of: version.data, files: version.data.files });
  return (
    <div className="screen">
      {error ? (
        <ErrorState error={error} retry={() => void (list.error ? list.refetch() : version.refetch())} />
      ) : list.data && id === undefined ? (
        <EmptyState title={words("studio:flow.unknown")}>{flow}</EmptyState>
      ) : (
        <LoadingShape rows={6} />
      )}
    </div>
  );
}

/** The head of every page that edits a draft: where one is, undo and redo, hand in; below it what went wrong. */
export function StudioHead({
  back,
  title,
  intro,
  badges,
  flow,
  drafting,
  studied,
}: {
  readonly back: ReactNode;
  readonly title: string;
  readonly intro: string;
  readonly badges?: ReactNode;
  readonly flow: string;
  readonly drafting: Drafting;
  readonly studied: Studied;
}) {
  const words = useText();
  const mayEdit = useSession()?.user?.role === "operations";
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
              {words(changed.length > 0 ? "studio:flow.kept" : "studio:flow.unchanged")}
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
              drafting={drafting}
              faults={studied.findings.filter(({ severity }) => severity === "error").length}
            />
          </div>
        ) : null}
      </div>
      <p className="mut">{intro}</p>
      {fault === null ? null : (
        <Note tone="loss" role="alert">
          {words(`studio:fault.${fault.code}`, { what: fault.what })}
        </Note>
      )}
      {studied.stage === "failed" ? <Note tone="loss">{words("studio:flow.failed")}</Note> : null}
    </>
  );
}

/** Undo and redo by the keys that people know; in a field these stay the field's own. */
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
