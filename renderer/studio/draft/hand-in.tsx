import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { type Draft, fileValue } from "../../../engine/edits/index.ts";
import type { VersionRecord } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "./use-draft.ts";

/** Hands a draft to compliance, with its reason; the gate judges it once more there. */
export function HandIn({
  flow,
  drafting,
  faults,
}: {
  readonly flow: string;
  readonly drafting: Drafting;
  /** What must be mended before. */
  readonly faults: number;
}) {
  const words = useText();
  const { history } = useRouter();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { changed, draft } = drafting;
  const handing = useAction({
    call: () =>
      call<VersionRecord>("POST", `/definitions/${flow}/versions`, {
        body: { files: contentOf(draft, changed), note: reason.trim() },
      }),
    changes: ["/definitions"],
    said: () => words("studio:handIn.done"),
    done: ({ id }) => {
      drafting.discard();
      history.push(`/staff/definitions/${id}`);
    },
    failed: "here",
  });
  const send = () => {
    const missing = reason.trim() === "";
    setMissing(missing);
    if (missing) document.getElementById("hand-in-reason")?.focus();
    else handing.run(undefined);
  };
  const why = changed.length === 0 ? "studio:handIn.nothing" : faults > 0 ? "studio:handIn.faults" : null;
  return (
    <>
      <Button
        kind="main"
        disabled={why !== null}
        aria-describedby={why === null ? undefined : "hand-in-why"}
        onClick={() => setAsks(true)}
      >
        {words("studio:handIn.open")}
      </Button>
      {why === null ? null : (
        <span id="hand-in-why" className="small">
          {words(why, { count: faults })}
        </span>
      )}
      {asks ? (
        <Sheet
          title={words("studio:handIn.open")}
          onClose={() => setAsks(false)}
          footer={
            <Button kind="main" wide busy={handing.busy} onClick={send}>
              {words("studio:handIn.send")}
            </Button>
          }
        >
          <p>{words("studio:handIn.text")}</p>
          <TextAreaField
            id="hand-in-reason"
            label={words("studio:handIn.reason")}
            hint={words("studio:handIn.reasonHint")}
            maxLength={2_000}
            value={reason}
            error={isMissing ? words("studio:handIn.reasonNeeded") : null}
            onValue={setReason}
          />
          {handing.fault === null ? null : (
            <Note tone="loss" role="alert">
              {handing.fault}
            </Note>
          )}
        </Sheet>
      ) : null}
    </>
  );
}

/** Changed files as the server takes them: whole, `null` where one is gone. */
function contentOf(draft: Draft, changed: readonly string[]) {
  return Object.fromEntries(changed.map((file) => [file, fileValue(draft, file) ?? null]));
}
