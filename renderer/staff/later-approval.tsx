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

/** A form that approves a proposal for a later time. `text` says what happens at that time. */
export function LaterApproval({
  id,
  text,
  moment,
  onMoment,
  isMissing,
  busy,
  disabled,
  onApprove,
}: {
  readonly id: string;
  readonly text: string;
  /** The entered time, see `bangkokInstant`. */
  readonly moment: string;
  readonly onMoment: (moment: string) => void;
  readonly isMissing: boolean;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onApprove: () => void;
}) {
  const words = useText();
  return (
    <details className="later">
      <summary>{words("staff:later.title")}</summary>
      <p className="small">{text}</p>
      <TextField
        id={id}
        type="datetime-local"
        label={words("staff:later.at")}
        value={moment}
        error={isMissing ? words("staff:later.atNeeded") : null}
        onValue={onMoment}
      />
      <Button wide busy={busy} disabled={disabled} onClick={onApprove}>
        {words("staff:later.approve")}
      </Button>
    </details>
  );
}
