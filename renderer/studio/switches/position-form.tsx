import { type ReactNode, useId, useState } from "react";
import type { SwitchDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Field, TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Pick } from "../../kit/parts/pick.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FormButtons } from "../../staff/form-buttons.tsx";
import { ChoiceField } from "../choice-field.tsx";
import { Fault } from "./reason-form.tsx";
import {
  type Mode,
  type ProposedPosition,
  readTyped,
  TIERS,
  TYPES,
  type Typed,
  typedOf,
  type Wrong,
} from "./typed-position.ts";

type Given = {
  readonly of: SwitchDesk["switches"][number];
  readonly base: number;
  readonly onClose: () => void;
};

/** A form that proposes a new position (state) of one feature switch. */
export function PositionForm(given: Given) {
  const words = useText();
  const { of, onClose } = given;
  const proposal = useProposal(given);
  const { send, sending } = proposal;
  return (
    <form
      className="gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {of.position === null ? <Note tone="warn">{words("studio:switches.form.replaces")}</Note> : null}
      <PositionFields of={proposal} isPersonal={of.scope !== "portal"} />
      <Fault fault={sending.fault} failure={sending.failed} />
      <FormButtons
        send={words("studio:switches.form.send")}
        close={words("studio:switches.close")}
        busy={sending.busy}
        onClose={onClose}
      />
    </form>
  );
}

/** Holds a proposed position: the input, the error of each field, and the call that submits it. */
function useProposal({ of, base: given, onClose }: Given) {
  const words = useText();
  const id = useId();
  // A proposal is based on the positions that the page showed when the person began to write it.
  const [base] = useState(given);
  const [typed, setTyped] = useState<Typed>(() => typedOf(of));
  const [faults, setFaults] = useState<readonly Wrong[]>([]);
  const sending = useAction({
    call: (position: ProposedPosition) =>
      call("POST", "/switches/changes", {
        body: {
          base,
          reason: typed.reason.trim(),
          changes: [{ name: of.name, position }],
        },
      }),
    changes: ["/switches"],
    said: () => words("studio:switches.proposed"),
    done: onClose,
    failed: "here",
  });
  const set = (more: Partial<Typed>) => {
    setTyped({ ...typed, ...more });
    setFaults([]);
  };
  const wrong = (fault: Wrong) => (faults.includes(fault) ? words(`studio:switches.wrong.${fault}`) : null);
  const send = () => {
    const read = readTyped(typed);
    setFaults(read.faults);
    const [first] = read.faults;
    if (first !== undefined) document.getElementById(`${id}-${first}`)?.focus();
    else sending.run(read.position);
  };
  return { id, typed, set, wrong, send, sending };
}

/** Fields for a position: for whom the switch is on, on which days, and why. */
function PositionFields({
  of: { id, typed, set, wrong },
  isPersonal,
}: {
  readonly of: ReturnType<typeof useProposal>;
  /** Whether the switch may be on for some people only. */
  readonly isPersonal: boolean;
}) {
  const words = useText();
  const modes: readonly Mode[] = isPersonal ? ["off", "everybody", "some"] : ["off", "everybody"];
  const field = (name: "from" | "until" | "percent") => ({
    id: `${id}-${name}`,
    label: words(`studio:switches.form.${name}`),
    value: typed[name],
    error: wrong(name),
    inputMode: "numeric" as const,
    autoComplete: "off",
    onValue: (value: string) => set({ [name]: value }),
  });
  return (
    <>
      <ChoiceField
        id={`${id}-some`}
        label={words("studio:switches.form.mode")}
        value={typed.mode}
        error={wrong("some")}
        choices={modes.map((mode) => [mode, words(`studio:switches.mode.${mode}`)])}
        onValue={(mode) => set({ mode: mode as Mode })}
      />
      {typed.mode === "some" ? (
        <Some id={id} typed={typed} set={set} percent={<TextField {...field("percent")} />} />
      ) : null}
      {typed.mode === "off" ? null : (
        <div className="switchdays">
          <TextField {...field("from")} hint={words("studio:switches.form.dayHint")} />
          <TextField {...field("until")} />
        </div>
      )}
      <TextAreaField
        id={`${id}-reason`}
        label={words("studio:switches.form.reason")}
        maxLength={1_000}
        value={typed.reason}
        error={wrong("reason")}
        onValue={(reason) => set({ reason })}
      />
    </>
  );
}

/** Fields for the people for whom a personal switch is on. */
function Some({
  id,
  typed,
  set,
  percent,
}: {
  readonly id: string;
  readonly typed: Typed;
  readonly set: (more: Partial<Typed>) => void;
  readonly percent: ReactNode;
}) {
  const words = useText();
  return (
    <>
      {percent}
      <GroupPicks
        id={`${id}-tiers`}
        label={words("studio:switches.form.tiers")}
        all={TIERS}
        chosen={typed.tiers}
        onChosen={(tiers) => set({ tiers })}
      />
      <GroupPicks
        id={`${id}-customerTypes`}
        label={words("studio:switches.form.customerTypes")}
        all={TYPES}
        chosen={typed.customerTypes}
        onChosen={(customerTypes) => set({ customerTypes })}
      />
      <TextAreaField
        id={`${id}-accounts`}
        label={words("studio:switches.form.accounts")}
        hint={words("studio:switches.form.accountsHint")}
        value={typed.accounts}
        onValue={(accounts) => set({ accounts })}
      />
    </>
  );
}

/** Checkboxes that choose groups of customers. */
function GroupPicks<Group extends string>({
  id,
  label,
  all,
  chosen,
  onChosen,
}: {
  readonly id: string;
  readonly label: string;
  readonly all: readonly Group[];
  readonly chosen: readonly Group[];
  readonly onChosen: (groups: readonly Group[]) => void;
}) {
  const words = useText();
  return (
    <Field id={id} label={label} group>
      <div className="rowwrap">
        {all.map((one) => (
          <Pick
            key={one}
            name={words(`studio:switches.group.${one}`)}
            on={chosen.includes(one)}
            choose={() =>
              onChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
            }
          />
        ))}
      </div>
    </Field>
  );
}
