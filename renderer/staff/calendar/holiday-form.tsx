import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { ApiError, call, failureText } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Skeleton } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { FormButtons } from "../form-buttons.tsx";
import { MovedOrders } from "./moved-orders.tsx";

const EMPTY = { date: "", th: "", en: "", note: "" };
type Typed = typeof EMPTY;

/**
 * A form that proposes a bank holiday. Below the date it shows the affected orders before the person submits
 * the form.
 */
export function HolidayForm({ onClose }: { readonly onClose: () => void }) {
  const words = useText();
  const { field, date, send, sending } = useHoliday(onClose);
  return (
    <form
      className="card judged"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h2>{words("staff:calendar.add.title")}</h2>
      <div className="holidayfields">
        <TextField
          {...field("date")}
          hint={words("staff:calendar.add.dateHint")}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...field("th")} maxLength={200} />
        <TextField {...field("en")} maxLength={200} />
      </div>
      {date === null ? null : <Foreseen date={date} />}
      <TextAreaField {...field("note")} hint={words("staff:calendar.noteHint")} maxLength={1_000} />
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

/**
 * Holds the typed holiday and sends it once it has no errors. `date` is null until the typed text is a date.
 */
function useHoliday(onSent: () => void) {
  const words = useText();
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [wrong, setWrong] = useState<readonly (keyof Typed)[]>([]);
  const read = parseTypedDate(normaliseDigits(typed.date.trim()));
  const date = read.ok ? read.value : null;
  const sending = useAction({
    call: (body: Typed) => call("POST", "/calendar/holidays", { body }),
    changes: ["/calendar"],
    said: () => words("staff:terms.sent"),
    done: onSent,
    failed: "here",
  });
  const field = (name: keyof Typed) => ({
    id: `holiday-${name}`,
    label: words(`staff:calendar.add.${name}`),
    value: typed[name],
    error: wrong.includes(name) ? words(`staff:calendar.wrong.${name}`) : null,
    onValue: (value: string) => {
      setTyped({ ...typed, [name]: value });
      setWrong(wrong.filter((one) => one !== name));
    },
  });
  const send = () => {
    const faults = (Object.keys(EMPTY) as (keyof Typed)[]).filter((name) =>
      name === "date" ? date === null : typed[name].trim().length < (name === "note" ? 3 : 2),
    );
    setWrong(faults);
    const [first] = faults;
    if (first !== undefined) document.getElementById(`holiday-${first}`)?.focus();
    else if (date !== null)
      sending.run({ date, th: typed.th.trim(), en: typed.en.trim(), note: typed.note.trim() });
  };
  return { field, date, send, sending };
}

/**
 * Shows the open orders that the holiday would move to another day, or the reason why the date cannot be a
 * holiday.
 */
function Foreseen({ date }: { readonly date: string }) {
  const words = useText();
  const moves = useQuery({
    ...get("/calendar/holidays/{date}/moves", { path: { date } }),
    refetchInterval: 10_000,
  });
  if (moves.isPending) return <Skeleton height="80px" />;
  if (moves.isLoadingError)
    return (
      <Note tone="loss" role="status">
        {moves.error instanceof ApiError ? failureText(moves.error.failure, words) : moves.error.message}
      </Note>
    );
  return (
    <Note tone={moves.data.orders > 0 ? "warn" : "info"} role="status">
      <MovedOrders of={moves.data} />
    </Note>
  );
}
