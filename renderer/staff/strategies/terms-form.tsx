import { useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { TermsVersion } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import {
  labelOfTerm,
  pointerOfTerm,
  readTerm,
  TERM_CHOICES,
  TERM_GROUPS,
  termsOfFields,
  typedTerm,
} from "./term-fields.ts";

type Typed = Readonly<Record<string, string>>;

/** New terms of a strategy, based on those in force. */
export function TermsForm({
  code,
  from,
  after,
  onClose,
}: {
  readonly code: string;
  readonly from: TermsVersion;
  /** The NAV date of orders placed now: new terms start later. */
  readonly after: string;
  readonly onClose: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      TERM_GROUPS.flatMap(({ fields }) => fields).map((field) => [field.name, typedTerm(field, from.terms)]),
    ),
  );
  const [day, setDay] = useState("");
  const [note, setNote] = useState("");
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const id = (name: string) => `terms-${code.replace(/\W/g, "")}-${name}`;
  const sending = useAction({
    call: (body: BodyOf<"POST", "/strategies/{code}/terms">) =>
      call("POST", "/strategies/{code}/terms", { path: { code }, body }),
    changes: ["/strategy-desk"],
    said: () => words("staff:terms.sent"),
    done: onClose,
    failed: "here",
  });
  const refused = (name: string, pointer = `/${name}`): string | null => {
    if (wrong[name] !== undefined) return wrong[name];
    if (sending.failed?.kind !== "refused") return null;
    return sending.failed.fields.find((field) => field.pointer === pointer)?.message?.[lng] ?? null;
  };
  const send = () => {
    const faults: Record<string, string> = {};
    const terms: Record<string, string | number> = {};
    for (const field of TERM_GROUPS.flatMap(({ fields }) => fields)) {
      const value = readTerm(field, typed[field.name] ?? "");
      if (value === null) faults[field.name] = words(`staff:terms.wrong.${field.kind}`);
      else terms[field.name] = value;
    }
    const begins = parseTypedDate(day);
    if (!begins.ok) faults.from = words("staff:terms.wrong.date");
    if (note.trim().length < 3) faults.note = words("staff:terms.wrong.note");
    setWrong(faults);
    const [first] = Object.keys(faults);
    if (first !== undefined) document.getElementById(id(first))?.focus();
    else if (begins.ok) sending.run({ from: begins.value, terms: termsOfFields(terms), note: note.trim() });
  };
  return (
    <form
      className="gap16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {TERM_GROUPS.map(({ group, fields }) => (
        <fieldset key={group} className="termgroup">
          <legend>{words(`staff:terms.group.${group}`)}</legend>
          {fields.map((field) => {
            const common = {
              id: id(field.name),
              label: labelOfTerm(field, words),
              value: typed[field.name] ?? "",
              error: refused(field.name, pointerOfTerm(field)),
              onValue: (value: string) => setTyped({ ...typed, [field.name]: value }),
            };
            const { kind } = field;
            if (kind === "told")
              return (
                <TextAreaField key={field.name} {...common} lang={field.lng} maxLength={1_000} rows={2} />
              );
            return kind === "rate" || kind === "baht" || kind === "date" ? (
              <TextField
                key={field.name}
                {...common}
                optional={kind === "rate" ? "%" : kind === "baht" ? words("common:baht") : undefined}
                className="num"
                inputMode={kind === "date" ? "numeric" : "decimal"}
                autoComplete="off"
              />
            ) : (
              <SelectField key={field.name} {...common}>
                {TERM_CHOICES[kind].map((choice) => (
                  <option key={choice} value={choice}>
                    {words(`strategy:${kind}.${choice}`)}
                  </option>
                ))}
              </SelectField>
            );
          })}
        </fieldset>
      ))}
      <TextField
        id={id("from")}
        label={words("staff:terms.from")}
        hint={words("staff:terms.fromHint", { after: formatDate(after) })}
        inputMode="numeric"
        value={day}
        error={refused("from")}
        onValue={setDay}
      />
      <TextAreaField
        id={id("note")}
        label={words("staff:terms.note")}
        maxLength={1_000}
        value={note}
        error={refused("note")}
        onValue={setNote}
      />
      <FaultNote fault={sending.fault} />
      <div className="row wraps">
        <Button kind="main" type="submit" busy={sending.busy}>
          {words("staff:terms.send")}
        </Button>
        <Button onClick={onClose}>{words("staff:terms.cancel")}</Button>
      </div>
    </form>
  );
}
