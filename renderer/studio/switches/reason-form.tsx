import { useId } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { useReason } from "../../staff/use-reason.ts";

/** An action that a button of the form starts, with the typed reason. */
export type Way = {
  readonly key: string;
  readonly label: string;
  readonly said: string;
  readonly send: (reason: string) => Promise<Result<unknown, ApiFailure>>;
};

/**
 * A form for a reason, with one or two buttons. Each button starts an action that needs the reason. The first
 * button is the main one.
 */
export function ReasonForm({
  label,
  ways,
  onClose,
}: {
  readonly label: string;
  readonly ways: readonly Way[];
  readonly onClose?: () => void;
}) {
  const words = useText();
  const id = useId();
  const reason = useReason({ id });
  const sending = useAction({
    call: (way: Way) => way.send(reason.given),
    changes: ["/switches"],
    said: ({ said }) => said,
    ...(onClose === undefined ? {} : { done: onClose }),
    failed: "here",
  });
  const send = (way: Way) => reason.demand(() => sending.run(way));
  return (
    <form
      className="gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = ways;
        if (first !== undefined) send(first);
      }}
    >
      <TextAreaField
        {...reason.field}
        label={label}
        maxLength={1_000}
        error={reason.isMissing ? words("studio:switches.reasonNeeded") : null}
      />
      <Fault fault={sending.fault} failure={sending.failed} />
      <div className="row wraps">
        <WayButtons ways={ways} doing={sending.doing} onWay={send} />
        {onClose === undefined ? null : <Button onClick={onClose}>{words("studio:switches.close")}</Button>}
      </div>
    </form>
  );
}

/** The buttons of the form. The first one submits it. */
function WayButtons({
  ways,
  doing,
  onWay,
}: {
  readonly ways: readonly Way[];
  /** The action that is running; `null` if none is. */
  readonly doing: Way | null;
  readonly onWay: (way: Way) => void;
}) {
  return ways.map((way, at) => (
    <Button
      key={way.key}
      kind={at === 0 ? "main" : "line"}
      type={at === 0 ? "submit" : "button"}
      busy={doing?.key === way.key}
      {...(at === 0 ? {} : { onClick: () => onWay(way) })}
    >
      {way.label}
    </Button>
  ));
}

/** The errors of a rejected call. */
export function Fault({
  fault,
  failure,
}: {
  readonly fault: string | null;
  readonly failure: ApiFailure | null;
}) {
  const lng = useLanguage();
  if (fault === null) return null;
  const fields = failure?.kind === "refused" ? failure.fields : [];
  const lines = fields
    .flatMap(({ message }) => (message === undefined ? [] : [message[lng]]))
    .filter((line) => line !== fault);
  return (
    <Note tone="loss" role="alert">
      <b>{fault}</b>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Note>
  );
}
