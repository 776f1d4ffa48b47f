import { useEffect } from "react";
import type { ApiFailure } from "../kit/api/client.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { useText } from "../kit/text/i18n.ts";
import "./definitions/definitions.css";

/**
 * Returns the instant of a day and time that were entered as `YYYY-MM-DDTHH:MM` in Bangkok time, whatever the
 * user's time zone is; `null` if the text is not such a time.
 */
export function bangkokInstant(moment: string): string | null {
  const at = new Date(`${moment}:00+07:00`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Returns the failure of a decision apart: a refused time, for the field of the time, or any other one. */
export function atItsPlace(of: { readonly failed: ApiFailure | null; readonly fault: string | null }): {
  readonly time: string | null;
  readonly other: string | null;
} {
  const isTime = of.failed?.kind === "refused" && of.failed.code === "schedule-moment";
  return isTime ? { time: of.fault, other: null } : { time: null, other: of.fault };
}

/** A form that approves a proposal for a later time. `text` says what happens at that time. */
export function LaterApproval({
  id,
  text,
  moment,
  onMoment,
  error,
  busy,
  disabled,
  onApprove,
}: {
  readonly id: string;
  readonly text: string;
  /** The entered time, see `bangkokInstant`. */
  readonly moment: string;
  readonly onMoment: (moment: string) => void;
  /** What is wrong with the entered time. The field gets the focus then. */
  readonly error: string | null;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onApprove: () => void;
}) {
  const words = useText();
  useEffect(() => {
    if (error !== null) document.getElementById(id)?.focus();
  }, [error, id]);
  return (
    <details className="later">
      <summary>{words("staff:later.title")}</summary>
      <p className="small">{text}</p>
      <TextField
        id={id}
        type="datetime-local"
        label={words("staff:later.at")}
        value={moment}
        error={error}
        onValue={onMoment}
      />
      <Button wide busy={busy} disabled={disabled} onClick={onApprove}>
        {words("staff:later.approve")}
      </Button>
    </details>
  );
}
