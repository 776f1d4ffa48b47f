import { useState } from "react";
import type { StrategyDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { FormButtons } from "../form-buttons.tsx";
import { useReason } from "../use-reason.ts";
import { ProposalDecision } from "./proposal-decision.tsx";

type Strategy = StrategyDesk["strategies"][number];
type Status = Strategy["dealing"]["now"]["status"];
const STATUSES = ["OPEN", "NO_IN", "NO_OUT", "SUSPENDED"] as const satisfies readonly Status[];

/**
 * The kinds of orders that a strategy accepts now, a proposal that waits for a decision, and a form for a new
 * proposal.
 */
export function DealingPart({ of, mayPropose }: { readonly of: Strategy; readonly mayPropose: boolean }) {
  const words = useText();
  const [open, setOpen] = useState(false);
  const { now, waiting } = of.dealing;
  return (
    <section className="gap12">
      <h3>{words("staff:dealing.title")}</h3>
      <p className="small">
        {words(`staff:dealing.means.${now.status}`)}{" "}
        {now.enteredBy === null && now.note === "as installed"
          ? null
          : words("staff:dealing.since", {
              at: formatInstant(now.decidedAt ?? now.enteredAt),
              note: now.note,
            })}
      </p>
      {waiting ? (
        <>
          <Note tone="warn">
            <b>{words("staff:dealing.proposed", { status: words(`strategy:dealing.${waiting.status}`) })}</b>
            <p>{words(`staff:dealing.means.${waiting.status}`)}</p>
            <Affected of={of} />
          </Note>
          <ProposalDecision of={waiting} path="/dealing" changes={["/strategy-desk", "/strategies"]} />
        </>
      ) : open ? (
        <DealingForm of={of} onClose={() => setOpen(false)} />
      ) : mayPropose ? (
        <div>
          <Button small onClick={() => setOpen(true)}>
            {words("staff:dealing.propose")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** The people that a change affects. */
export function Affected({ of }: { readonly of: Strategy }) {
  const words = useText();
  return (
    <p>
      {words("staff:terms.holders", { count: of.holders })}
      {" · "}
      {words("staff:terms.openOrders", { count: of.openOrders })}
    </p>
  );
}

function DealingForm({ of, onClose }: { readonly of: Strategy; readonly onClose: () => void }) {
  const words = useText();
  const others = STATUSES.filter((status) => status !== of.dealing.now.status);
  const [status, setStatus] = useState<Status>(others[0] ?? "SUSPENDED");
  const id = `dealing-${of.code.replace(/\W/g, "")}`;
  const reason = useReason({ id: `${id}-note` });
  const sending = useAction({
    call: () =>
      call("POST", "/strategies/{code}/dealing", {
        path: { code: of.code },
        body: { status, note: reason.given },
      }),
    changes: ["/strategy-desk"],
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
      <SelectField
        id={id}
        label={words("staff:dealing.to")}
        hint={words(`staff:dealing.means.${status}`)}
        value={status}
        onValue={(chosen) => setStatus(chosen as Status)}
      >
        {others.map((one) => (
          <option key={one} value={one}>
            {words(`strategy:dealing.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...reason.field}
        label={words("staff:dealing.why")}
        maxLength={1_000}
        error={reason.isMissing ? words("staff:terms.wrong.note") : null}
      />
      <FaultNote fault={sending.fault} />
      <FormButtons
        send={words("staff:terms.send")}
        close={words("staff:terms.cancel")}
        busy={sending.busy}
        onClose={onClose}
      />
    </form>
  );
}
