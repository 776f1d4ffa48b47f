import { Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { failureText } from "../kit/api/client.ts";
import { Button } from "../kit/parts/button.tsx";
import { Note } from "../kit/parts/note.tsx";
import { PageLink } from "../kit/parts/page-link.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { titleOfChange } from "./changes/change-tone.ts";
import type { BaseVersion } from "./draft/base-version.ts";
import { Clashes } from "./draft/clashes.tsx";
import { DiscardDraft } from "./draft/discard-draft.tsx";
import { HandIn } from "./draft/hand-in.tsx";
import { NewerNotice } from "./draft/newer-notice.tsx";
import type { Drafting } from "./draft/use-draft.ts";
import type { Studied } from "./engine/use-engine.ts";

type OnPage = {
  readonly of: BaseVersion;
  readonly drafting: Drafting;
  readonly studied: Studied;
};

/** The header of every editing page: current position, undo, redo and submit, with errors below. */
export function StudioHead({
  back,
  title,
  intro,
  badges,
  ...page
}: OnPage & {
  readonly back: ReactNode;
  readonly title: string;
  readonly intro: string;
  readonly badges?: ReactNode;
}) {
  const words = useText();
  const { of, drafting, studied } = page;
  const { mayEdit } = of;
  const { fault } = drafting;
  useKeys(drafting.undo, drafting.redo);
  return (
    <>
      <div className="studiohead">
        <div>
          {back}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        {badges}
        {mayEdit ? <StudioActs {...page} /> : null}
      </div>
      <p className="mut">{intro}</p>
      <ChangeNote of={of} />
      {mayEdit ? <NewerNotice flow={of.of.flow} drafting={drafting} /> : null}
      <SaveFailure of={drafting} />
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

/** Whether the edits are saved, with buttons for undo, redo, discard and submit. */
function StudioActs({ of, drafting, studied }: OnPage) {
  const words = useText();
  const { undo, redo, changed, edits, kept, discard } = drafting;
  return (
    <div className="studioacts">
      <span className="small" role="status">
        {words(`studio:kept.${kept}`)}
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
      {changed.length > 0 ? <DiscardDraft edits={edits} onDiscard={discard} /> : null}
      <HandIn
        flow={of.of.flow}
        change={of.change}
        drafting={drafting}
        faults={studied.findings.filter(({ severity }) => severity === "error").length}
      />
    </div>
  );
}

/**
 * A note about the change that the page shows. Renders nothing if the change is the person's own and contains
 * only this flow.
 */
function ChangeNote({ of: { change, mayEdit } }: { readonly of: BaseVersion }) {
  const words = useText();
  const lng = useLanguage();
  if (change === null || (mayEdit && Object.keys(change.parts).length < 2)) return null;
  return (
    <Note tone="info">
      {words(mayEdit ? "studio:change.partOf" : "studio:change.looksAt", {
        title: titleOfChange(change, lng),
      })}{" "}
      <PageLink className="link" to="/studio/changes/$id" params={{ id: change.id }}>
        {words("studio:change.open")}
      </PageLink>
    </Note>
  );
}

/** The reason why the last save failed, and a button to try again. */
function SaveFailure({ of: { failure, kept, save } }: { readonly of: Drafting }) {
  const words = useText();
  if (failure === null) return null;
  return (
    <Note tone="loss" role="alert">
      <p>{failureText(failure, words)}</p>
      <p>{words(`studio:kept.why.${kept === "unkept" ? "unkept" : "unsaved"}`)}</p>
      <Button small onClick={() => void save()}>
        {words("studio:kept.again")}
      </Button>
    </Note>
  );
}

/** Handles undo and redo by keyboard. If a field has the focus, the field itself handles these keys. */
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
