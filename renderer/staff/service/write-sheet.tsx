import { useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { ServiceStep } from "../../kit/api/answers.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** Asks for a text and sends it: the answer to a complaint, or the outcome of a call. */
export function WriteSheet({
  id,
  send: sent,
  longest,
  title,
  text,
  label,
  confirm,
  said,
  onClose,
}: {
  /** The id of its field. */
  readonly id: string;
  readonly send: (text: string) => Promise<Result<ServiceStep, ApiFailure>>;
  readonly longest: number;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly confirm: string;
  /** The toast on success. */
  readonly said: string;
  readonly onClose: () => void;
}) {
  const words = useText();
  const [written, setWritten] = useState("");
  const [missing, setMissing] = useState(false);
  const sending = useAction({
    call: () => sent(written.trim()),
    changes: ["/service-desk"],
    said: () => said,
    done: onClose,
    failed: "here",
  });
  const send = () => {
    const isMissing = written.trim().length < 3;
    setMissing(isMissing);
    if (isMissing) document.getElementById(id)?.focus();
    else sending.run(undefined);
  };
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="main" wide busy={sending.busy} onClick={send}>
            {confirm}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <TextAreaField
        id={id}
        label={label}
        maxLength={longest}
        rows={6}
        value={written}
        error={missing ? words("staff:service.writeSomething") : null}
        onValue={(text) => {
          setWritten(text);
          setMissing(false);
        }}
      />
      {sending.fault === null ? null : (
        <Note tone="loss" role="alert">
          {sending.fault}
        </Note>
      )}
    </Sheet>
  );
}
