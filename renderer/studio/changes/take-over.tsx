import { useState } from "react";
import type { ChangeLine } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { titleOfChange } from "./change-tone.ts";

/**
 * A button with which a colleague takes a change over. It asks for a reason, which the former author can
 * read.
 */
export function TakeOver({ of, small = false }: { readonly of: ChangeLine; readonly small?: boolean }) {
  const words = useText();
  const lng = useLanguage();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const taking = useAction({
    call: () => call("POST", "/changes/{id}/take", { path: { id: of.id }, body: { reason: reason.trim() } }),
    changes: ["/changes", "/definitions"],
    said: () => words("studio:changes.said.take"),
    done: () => setAsks(false),
    failed: "here",
  });
  if (!mayTake(of)) return null;
  const title = titleOfChange(of, lng);
  const id = `take-${of.id}`;
  const send = () => {
    const missing = reason.trim() === "";
    setMissing(missing);
    if (missing) document.getElementById(id)?.focus();
    else taking.run(undefined);
  };
  return (
    <>
      <Button
        small={small}
        aria-label={small ? words("studio:changes.take.one", { title }) : undefined}
        onClick={() => setAsks(true)}
      >
        {words("studio:changes.act.take")}
      </Button>
      {asks ? (
        <Sheet
          title={words("studio:changes.take.one", { title })}
          onClose={() => setAsks(false)}
          footer={
            <Button kind="main" wide busy={taking.busy} onClick={send}>
              {words("studio:changes.act.take")}
            </Button>
          }
        >
          <p>{words("studio:changes.take.text", { owner: of.owner ?? words("definition:who.former") })}</p>
          <TextAreaField
            id={id}
            label={words("studio:changes.take.reason")}
            maxLength={2_000}
            value={reason}
            error={isMissing && reason.trim() === "" ? words("studio:changes.take.reasonNeeded") : null}
            onValue={setReason}
          />
          {taking.fault === null ? null : (
            <Note tone="loss" role="alert">
              {taking.fault}
            </Note>
          )}
        </Sheet>
      ) : null}
    </>
  );
}

/** Shows who took the change over, and why. The former author sees this as a warning. */
export function TakenOver({ of: { taken } }: { readonly of: ChangeLine }) {
  const words = useText();
  if (taken === null) return null;
  const named = (name: string | null) => name ?? words("definition:who.former");
  const { fromReader, at, reason } = taken;
  return (
    <Note tone={fromReader ? "warn" : "info"}>
      <p>
        {words(fromReader ? "studio:changes.take.fromYou" : "studio:changes.take.from", {
          by: named(taken.by),
          from: named(taken.from),
          at: formatInstant(at),
        })}
      </p>
      <p>{reason}</p>
    </Note>
  );
}

/** Whether the person may take over a change from its author. */
function mayTake({ own, status }: ChangeLine): boolean {
  return !own && status !== "withdrawn" && status !== "published";
}
