import { type ReactNode, useId, useState } from "react";
import { formatTypedDate, type LocalDate, parseTypedDate } from "../../../engine/values/local-date.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import type { SwitchDesk, SwitchPosition } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Field, SelectField, TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Pick } from "../../kit/parts/pick.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { Fault } from "./reason-form.tsx";

const TIERS = ["standard", "plus", "prestige"] as const;
const TYPES = ["INDIVIDUAL", "JURISTIC"] as const;

type Mode = "off" | "everybody" | "some";
type Typed = {
  readonly mode: Mode;
  readonly from: string;
  readonly until: string;
  readonly percent: string;
  readonly tiers: readonly string[];
  readonly customerTypes: readonly string[];
  readonly accounts: string;
  readonly reason: string;
};
type Wrong = "from" | "until" | "percent" | "some" | "reason";

/** Proposes a new position of one switch. */
export function PositionForm({
  of,
  base: given,
  onClose,
}: {
  readonly of: SwitchDesk["switches"][number];
  readonly base: number;
  readonly onClose: () => void;
}) {
  const words = useText();
  const id = useId();
  // A proposal refers to the set that the page showed when it was written.
  const [base] = useState(given);
  const [typed, setTyped] = useState<Typed>(() => typedOf(of));
  const [faults, setFaults] = useState<readonly Wrong[]>([]);
  const sending = useAction({
    call: (position: SwitchPosition) =>
      call("POST", "/switches/changes", {
        body: {
          base,
          reason: typed.reason.trim(),
          changes: [{ name: of.name, position: position as never }],
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
  const field = (name: "from" | "until" | "percent") => ({
    id: `${id}-${name}`,
    label: words(`studio:switches.form.${name}`),
    value: typed[name],
    error: wrong(name),
    inputMode: "numeric" as const,
    autoComplete: "off",
    onValue: (value: string) => set({ [name]: value }),
  });
  const modes: readonly Mode[] = of.scope === "portal" ? ["off", "everybody"] : ["off", "everybody", "some"];
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
      <SelectField
        id={`${id}-some`}
        label={words("studio:switches.form.mode")}
        value={typed.mode}
        error={wrong("some")}
        onValue={(mode) => set({ mode: mode as Mode })}
      >
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {words(`studio:switches.mode.${mode}`)}
          </option>
        ))}
      </SelectField>
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
      <Fault fault={sending.fault} failure={sending.failed} />
      <div className="row wraps">
        <Button kind="main" type="submit" busy={sending.busy}>
          {words("studio:switches.form.send")}
        </Button>
        <Button onClick={onClose}>{words("studio:switches.close")}</Button>
      </div>
    </form>
  );
}

/** The people for whom a personal switch is on. */
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
  const picks = (name: "tiers" | "customerTypes", all: readonly string[]) => (
    <Field id={`${id}-${name}`} label={words(`studio:switches.form.${name}`)} group>
      <div className="rowwrap">
        {all.map((one) => (
          <Pick
            key={one}
            name={words(`studio:switches.group.${one}`)}
            on={typed[name].includes(one)}
            choose={() =>
              set({
                [name]: typed[name].includes(one)
                  ? typed[name].filter((other) => other !== one)
                  : [...typed[name], one],
              })
            }
          />
        ))}
      </div>
    </Field>
  );
  return (
    <>
      {percent}
      {picks("tiers", TIERS)}
      {picks("customerTypes", TYPES)}
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

function typedOf({ position, enabled }: SwitchDesk["switches"][number]): Typed {
  const { from, until, percent, tiers = [], customerTypes = [], accounts = [] } = position ?? { on: enabled };
  const isSome = (percent ?? 100) < 100 || tiers.length + customerTypes.length + accounts.length > 0;
  return {
    mode: enabled ? (isSome ? "some" : "everybody") : "off",
    from: from === undefined ? "" : formatTypedDate(from as LocalDate),
    until: until === undefined ? "" : formatTypedDate(until as LocalDate),
    percent: percent === undefined ? "" : String(percent),
    tiers,
    customerTypes,
    accounts: accounts.join("\n"),
    reason: "",
  };
}

function readTyped(typed: Typed): { readonly position: SwitchPosition; readonly faults: readonly Wrong[] } {
  const { mode, tiers, customerTypes } = typed;
  const reason: readonly Wrong[] = typed.reason.trim().length < 3 ? ["reason"] : [];
  if (mode === "off") return { position: { on: false }, faults: reason };
  const day = (text: string) => {
    const read = parseTypedDate(normaliseDigits(text.trim()));
    return text.trim() === "" ? undefined : read.ok ? read.value : null;
  };
  const [from, until] = [day(typed.from), day(typed.until)];
  const percent = typed.percent.trim() === "" ? undefined : Number(normaliseDigits(typed.percent.trim()));
  const accounts = typed.accounts.split(/[\s,]+/).filter((one) => one !== "");
  const isSome = mode === "some";
  const isEmpty = percent === undefined && tiers.length + customerTypes.length + accounts.length === 0;
  const isShare = percent === undefined || (Number.isInteger(percent) && percent >= 1 && percent <= 100);
  const isTurned = typeof from === "string" && typeof until === "string" && from > until;
  const faults: readonly Wrong[] = [
    ...(isSome && isEmpty ? (["some"] as const) : []),
    ...(isSome && !isShare ? (["percent"] as const) : []),
    ...(from === null ? (["from"] as const) : []),
    ...(until === null || isTurned ? (["until"] as const) : []),
    ...reason,
  ];
  return {
    position: {
      on: true,
      ...(typeof from === "string" ? { from } : {}),
      ...(typeof until === "string" ? { until } : {}),
      ...(isSome && percent !== undefined ? { percent } : {}),
      ...(isSome && tiers.length > 0 ? { tiers } : {}),
      ...(isSome && customerTypes.length > 0 ? { customerTypes } : {}),
      ...(isSome && accounts.length > 0 ? { accounts } : {}),
    },
    faults,
  };
}
