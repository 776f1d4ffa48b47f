import type { TermsVersion } from "../../kit/api/answers.ts";
import { SelectField, TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { FormButtons } from "../form-buttons.tsx";
import { type Field, labelOfTerm, pointerOfTerm, TERM_CHOICES, TERM_GROUPS } from "./term-fields.ts";
import { useNewTerms } from "./use-new-terms.ts";

/** A form for new terms of a strategy. It starts with the terms in force. */
export function TermsForm({
  code,
  from,
  after,
  onClose,
}: {
  readonly code: string;
  readonly from: TermsVersion;
  /** NAV date of orders placed now. New terms can start only later. */
  readonly after: string;
  readonly onClose: () => void;
}) {
  const words = useText();
  const terms = useNewTerms({ code, from, onSent: onClose });
  const { id, refused, sending } = terms;
  return (
    <form
      className="gap16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        terms.send();
      }}
    >
      <TermGroups terms={terms} />
      <TextField
        id={id("from")}
        label={words("staff:terms.from")}
        hint={words("staff:terms.fromHint", { after: formatDate(after) })}
        inputMode="numeric"
        value={terms.day}
        error={refused("from")}
        onValue={terms.setDay}
      />
      <TextAreaField
        id={id("note")}
        label={words("staff:terms.note")}
        maxLength={1_000}
        value={terms.note}
        error={refused("note")}
        onValue={terms.setNote}
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

/** The fields of all terms, by group. */
function TermGroups({ terms }: { readonly terms: ReturnType<typeof useNewTerms> }) {
  const words = useText();
  const { id, refused } = terms;
  return TERM_GROUPS.map(({ group, fields }) => (
    <fieldset key={group} className="termgroup">
      <legend>{words(`staff:terms.group.${group}`)}</legend>
      {fields.map((field) => (
        <TermInput
          key={field.name}
          field={field}
          id={id(field.name)}
          value={terms.typed[field.name] ?? ""}
          error={refused(field.name, pointerOfTerm(field))}
          onValue={(value) => terms.write(field.name, value)}
        />
      ))}
    </fieldset>
  ));
}

/** The input control of a term, by its kind. */
function TermInput({
  field,
  ...given
}: {
  readonly field: Field;
  readonly id: string;
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
}) {
  const words = useText();
  const common = { ...given, label: labelOfTerm(field, words) };
  const { kind } = field;
  if (kind === "told") return <TextAreaField {...common} lang={field.lng} maxLength={1_000} rows={2} />;
  return kind === "rate" || kind === "baht" || kind === "date" ? (
    <TextField
      {...common}
      optional={kind === "rate" ? "%" : kind === "baht" ? words("common:baht") : undefined}
      className="num"
      inputMode={kind === "date" ? "numeric" : "decimal"}
      autoComplete="off"
    />
  ) : (
    <SelectField {...common}>
      {TERM_CHOICES[kind].map((choice) => (
        <option key={choice} value={choice}>
          {words(`strategy:${kind}.${choice}`)}
        </option>
      ))}
    </SelectField>
  );
}
