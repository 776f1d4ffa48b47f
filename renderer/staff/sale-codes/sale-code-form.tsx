import { useState } from "react";
import { formatTypedDate, type LocalDate, parseTypedDate } from "../../../engine/values/local-date.ts";
import type { SaleCodes } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

/** A form that adds or changes a sale code. */
export function SaleCodeForm({
  of,
  onClose,
}: {
  readonly of: SaleCodes["codes"][number] | null;
  readonly onClose: () => void;
}) {
  const words = useText();
  const { given, change, isWrong, busy, fault, save } = useSaleCode(of, onClose);
  return (
    <Sheet
      title={of === null ? words("staff:saleCodes.add") : of.code}
      onClose={onClose}
      footer={
        <>
          <Button kind="main" wide busy={busy} onClick={save}>
            {words("staff:saleCodes.save")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      {of === null ? (
        <TextField
          id="code-code"
          label={words("staff:saleCodes.code")}
          hint={words("staff:saleCodes.codeHint")}
          value={given.code}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={12}
          onValue={(code) => change({ code })}
        />
      ) : null}
      <TextField
        id="code-owner"
        label={words("staff:saleCodes.owner")}
        value={given.owner}
        maxLength={120}
        onValue={(owner) => change({ owner })}
      />
      <SaleDays of={given} onChange={change} />
      <label className="row field">
        <input
          type="checkbox"
          checked={given.active}
          onChange={(event) => change({ active: event.target.checked })}
        />
        {words("staff:saleCodes.isOn")}
      </label>
      <FaultNote fault={isWrong ? words("staff:saleCodes.wrong") : fault} />
    </Sheet>
  );
}

/** Holds the typed sale code and sends it once every part is valid. */
function useSaleCode(of: SaleCodes["codes"][number] | null, onClose: () => void) {
  const words = useText();
  const [given, setGiven] = useState({
    code: of?.code ?? "",
    owner: of?.owner ?? "",
    from: typed(of?.from ?? null),
    until: typed(of?.until ?? null),
    active: of?.active ?? true,
  });
  const [isWrong, setWrong] = useState(false);
  const code = given.code.trim().toUpperCase();
  const { run, busy, fault } = useAction({
    call: () => {
      const { owner, active } = given;
      const body = { owner: owner.trim(), active, from: dayOf(given.from), until: dayOf(given.until) };
      return of === null
        ? call("POST", "/sale-codes", { body: { code, ...body } })
        : call("POST", "/sale-codes/{code}", { path: { code: of.code }, body });
    },
    changes: ["/sale-codes"],
    said: () => words("staff:saleCodes.saved", { code }),
    done: onClose,
    failed: "here",
  });
  const save = () => {
    const wrong =
      !/^[A-Z0-9]{4,12}$/.test(code) ||
      given.owner.trim().length < 2 ||
      [given.from, given.until].some((day) => day.trim() !== "" && dayOf(day) === null);
    setWrong(wrong);
    if (!wrong) run(undefined);
  };
  const change = (parts: Partial<typeof given>) => setGiven({ ...given, ...parts });
  return { given, change, isWrong, busy, fault, save };
}

/** The two dates as typed; an empty text means no limit. */
type Days = { readonly from: string; readonly until: string };

/** Fields for the first and the last day on which the code can be used. */
function SaleDays({ of, onChange }: { readonly of: Days; readonly onChange: (days: Partial<Days>) => void }) {
  const words = useText();
  return (["from", "until"] as const).map((part) => (
    <TextField
      key={part}
      id={`code-${part}`}
      label={words(`staff:saleCodes.${part === "from" ? "firstDay" : "lastDay"}`)}
      hint={words("staff:saleCodes.dayHint")}
      inputMode="numeric"
      placeholder="DD/MM/YYYY"
      value={of[part]}
      onValue={(day) => onChange({ [part]: day })}
    />
  ));
}

function typed(day: string | null): string {
  return day === null ? "" : formatTypedDate(day as LocalDate, "christian");
}

function dayOf(text: string): string | null {
  const parsed = parseTypedDate(text.trim());
  return parsed.ok ? parsed.value : null;
}
