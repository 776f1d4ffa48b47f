import { useEffect, useId } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { FormButtons } from "../form-buttons.tsx";
import { useReason } from "../use-reason.ts";

/** A form that proposes a calendar change. The person only has to state the source of the change. */
export function ReasonForm({
  send,
  says,
  onClose,
}: {
  readonly send: (body: { readonly note: string }) => Promise<Result<unknown, ApiFailure>>;
  /** Description of the change. */
  readonly says: string;
  readonly onClose: () => void;
}) {
  const words = useText();
  const id = useId();
  const reason = useReason({ id });
  // The form opens above the pressed button, so the focus moves to it.
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const sending = useAction({
    call: () => send({ note: reason.given }),
    changes: ["/calendar"],
    said: () => words("staff:terms.sent"),
    done: onClose,
    failed: "here",
  });
  return (
    <form
      className="gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        reason.demand(() => sending.run(undefined));
      }}
    >
      <Note tone="info">{says}</Note>
      <TextAreaField
        {...reason.field}
        label={words("staff:calendar.note")}
        hint={words("staff:calendar.noteHint")}
        maxLength={1_000}
        error={reason.isMissing ? words("staff:calendar.wrong.note") : null}
      />
      <FaultNote fault={sending.fault} />
      <FormButtons
        send={words("staff:terms.send")}
        close={words("staff:calendar.close")}
        busy={sending.busy}
        onClose={onClose}
      />
    </form>
  );
}
