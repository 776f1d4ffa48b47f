import { useEffect, useState } from "react";
import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import type { Finding } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { DefinitionFindings } from "./definition-findings.tsx";
import type { ProposalDraft } from "./use-proposal-draft.ts";

/** The content of a proposal, its note, the results of the check, and the button that sends it. */
export function ProposalSender({
  draft,
  onPath,
  goTo,
  discard,
}: {
  readonly draft: ProposalDraft;
  readonly onPath: (path: string) => void;
  /** Shows the place of a finding in the editor. */
  readonly goTo: (file: string, pointer: string) => void;
  readonly discard?: () => void;
}) {
  const words = useText();
  const { changed, sending } = draft;
  const broken = changed.find(draft.isNotJson);
  return (
    <section className="card judged">
      <h2>{words("definition:propose.changed")}</h2>
      {draft.hasMoved ? <Note tone="warn">{words("definition:propose.moved")}</Note> : null}
      <ChangedFiles draft={draft} onPath={onPath} />
      <TextAreaField
        id="propose-note"
        label={words("definition:propose.note")}
        optional={words("definition:propose.noteHint")}
        maxLength={2_000}
        value={draft.note}
        onValue={draft.setNote}
      />
      <ProposalFault of={sending} goTo={goTo} />
      <Button
        kind="main"
        busy={sending.busy}
        disabled={changed.length === 0 || broken !== undefined}
        onClick={() => sending.run(undefined)}
      >
        {words(sending.busy ? "definition:propose.sending" : "definition:propose.send")}
      </Button>
      {broken === undefined ? null : (
        <p className="small">{words("definition:propose.brokenFirst", { file: broken })}</p>
      )}
      <p className="small">{words("definition:propose.kept")}</p>
      {discard === undefined ? null : <Discard onDiscard={discard} />}
    </section>
  );
}

function ChangedFiles({
  draft: { changed, isNotJson },
  onPath,
}: {
  readonly draft: ProposalDraft;
  readonly onPath: (path: string) => void;
}) {
  const words = useText();
  if (changed.length === 0) return <p className="mut">{words("definition:propose.none")}</p>;
  return (
    <ul className="wrap">
      {changed.map((one) => (
        <li key={one}>
          <button type="button" className="link" onClick={() => onPath(one)}>
            {one}
          </button>{" "}
          {isNotJson(one) ? <Badge tone="loss">{words("definition:propose.notJson")}</Badge> : null}
        </li>
      ))}
    </ul>
  );
}

/** The reason why the proposal was rejected. The focus moves to this message. */
function ProposalFault({
  of: { failed, fault },
  goTo,
}: {
  readonly of: ProposalDraft["sending"];
  readonly goTo: (file: string, pointer: string) => void;
}) {
  const words = useText();
  useEffect(() => {
    if (failed !== null) document.getElementById("propose-fault")?.focus();
  }, [failed]);
  const found = failed?.kind === "refused" ? (failed.body as { findings?: readonly Finding[] }).findings : [];
  const findings = (found ?? []).filter(({ severity }) => severity === "error");
  return (
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
  );
}

/** A button that discards a new flow. It asks for confirmation first, because the flow cannot be restored. */
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
