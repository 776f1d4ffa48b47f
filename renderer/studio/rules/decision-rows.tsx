import { useState } from "react";
import { at, namesOf } from "../../../engine/edits/json-places.ts";
import type { Json } from "../../../engine/values/json.ts";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { rowsOf } from "../blocks/block.ts";
import { ConditionBlocks, NewComparison } from "../blocks/condition-blocks.tsx";
import { literalFrom } from "../blocks/literals.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { focusOn } from "../findings/focus-on.ts";
import { NamedButton } from "../named-button.tsx";
import { OrderButtons } from "../step/order-buttons.tsx";
import { objectOf } from "../step/step-file.ts";
import type { EditedRule } from "./edited-rule.ts";
import { allowedInstead, type Kind, typeKind, unlimited } from "./row-kind.ts";
import {
  logicOfTable,
  type Table,
  tableOf,
  withoutRow,
  withRow,
  withRowCopied,
  withRowMoved,
} from "./table-rows.ts";

/** The decision table of a rule. The first row whose condition holds gives the value. */
export function DecisionRows(of: EditedRule) {
  const words = useText();
  return (
    <section className="card card--pad gap12" aria-labelledby="rows-title">
      <h2 id="rows-title">{words("rule-book:table.title")}</h2>
      <TableRows of={of} at="" name="row" />
    </section>
  );
}

/** The rows of a table, with a form that adds a row. */
export function TableRows({
  of,
  at,
  name,
}: {
  readonly of: EditedRule;
  /** Pointer of the table in the logic of the rule's value. */
  readonly at: string;
  /** Prefix of the element ids of the rows. */
  readonly name: string;
}) {
  const words = useText();
  const { file, drafting, readable, mayEdit } = of;
  const value = objectOf(objectOf(readFile(drafting.draft, file)).value);
  const whole = value.logic as Json;
  const logic = valueIn(whole, at);
  const table = tableOf(logic);
  const type = typeKind(objectOf(value.type));
  const set = (next: Table) =>
    drafting.apply({
      op: "set-block",
      args: { place: { rule: file, clause: null }, at, logic: logicOfTable(next) },
    });
  return (
    <>
      <ol className="ways">
        {rowsOf(logic, at).map((row, index) => (
          <li key={row.valueAt} className="way decision" id={`${name}-${index}`} tabIndex={-1}>
            <DecisionRow
              of={of}
              logic={whole}
              row={row}
              id={`${name}-${index}-value`}
              kind={at === "" ? type : unlimited(type)}
            />
            {mayEdit && table !== null && row.when !== null ? (
              <RowActs table={table} at={index} name={name} onTable={set} />
            ) : null}
          </li>
        ))}
      </ol>
      {mayEdit && table !== null ? (
        <NewComparison
          id={`add-${name}`}
          name={words("studio:table.add")}
          readable={readable}
          add={(when) => set(withRow(table, when))}
        />
      ) : null}
    </>
  );
}

/** A row of the table with its condition and its value. */
function DecisionRow({
  of: { file, studied, readable, drafting, mayEdit, onLimit },
  logic,
  row,
  id,
  kind,
}: {
  readonly of: EditedRule;
  /** Logic of the whole table. */
  readonly logic: Json;
  readonly row: ReturnType<typeof rowsOf>[number];
  readonly id: string;
  readonly kind: Kind;
}) {
  const words = useText();
  const place = { rule: file, clause: null };
  return (
    <>
      <b>{row.when === null ? words("rule-book:table.otherwise") : words("rule-book:table.when")}</b>
      {row.when === null ? null : (
        <ConditionBlocks
          place={place}
          at={row.when}
          logic={valueIn(logic, row.when)}
          sayOf={(where) => studied.sentences[`${file}#/value/logic${where}`]}
          readable={readable}
          drafting={drafting}
          mayEdit={mayEdit}
          onLimit={onLimit}
        />
      )}
      {typeof row.value === "object" ? (
        <p className="small">{words("rule-book:table.calculated")}</p>
      ) : (
        <RowValue
          id={id}
          label={words("rule-book:table.value")}
          value={row.value}
          kind={kind}
          readOnly={!mayEdit}
          onValue={(next) =>
            drafting.apply({ op: "set-block", args: { place, at: row.valueAt, logic: next } })
          }
        />
      )}
    </>
  );
}

/** Buttons that move, copy or remove a row. */
function RowActs({
  table,
  at,
  name,
  onTable,
}: {
  readonly table: Table;
  /** Index of the row, from 0. */
  readonly at: number;
  /** Prefix of the element ids of the rows. */
  readonly name: string;
  readonly onTable: (table: Table) => boolean;
}) {
  const words = useText();
  const { rows } = table;
  const move = (to: number) => {
    if (!onTable(withRowMoved(table, at, to))) return;
    // The focus follows the row, so that the row can be moved on by keyboard.
    setTimeout(() => focusOn([`${name}-${to}`]));
  };
  const called = words("studio:table.row", { number: at + 1 });
  return (
    <span className="rowwrap">
      <OrderButtons
        name={called}
        isFirst={at === 0}
        isLast={at === rows.length - 1}
        onUp={() => move(at - 1)}
        onDown={() => move(at + 1)}
      />
      <NamedButton
        says={words("studio:table.copy")}
        name={called}
        onClick={() => onTable(withRowCopied(table, at))}
      />
      {rows.length > 1 ? (
        <NamedButton
          says={words("studio:table.remove")}
          name={called}
          onClick={() => onTable(withoutRow(table, at))}
        />
      ) : null}
    </span>
  );
}

type Value<Of> = {
  readonly id: string;
  readonly label: string;
  readonly value: Of;
  readonly kind: Kind;
  readonly readOnly: boolean;
  readonly onValue: (value: Json) => void;
};

/** A field for the value of a row. Invalid input shows an error and changes nothing. */
export function RowValue({ value, ...of }: Value<string | number | boolean>) {
  const words = useText();
  if (typeof value !== "boolean") return <TypedValue {...of} value={value} />;
  return (
    <SelectField
      id={of.id}
      label={of.label}
      disabled={of.readOnly}
      value={String(value)}
      onValue={(next) => of.onValue(next === "true")}
    >
      <option value="true">{words("rule-book:answer.met")}</option>
      <option value="false">{words("rule-book:answer.notMet")}</option>
    </SelectField>
  );
}

/** A field for a value that is typed. */
function TypedValue({ id, label, value, kind, readOnly, onValue }: Value<string | number>) {
  const words = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const literal = typed === null ? value : literalFrom(typed, kind);
  const instead = literal === null ? null : allowedInstead(literal, kind);
  const isBad = literal === null || instead !== null;
  return (
    <TextField
      id={id}
      label={label}
      readOnly={readOnly}
      value={typed ?? String(value)}
      error={
        instead !== null
          ? words(`studio:rule.allowed.${instead.key}`, instead.params)
          : isBad
            ? words("studio:rule.bad", { like: value })
            : null
      }
      onValue={(text) => {
        setTyped(text);
        const next = literalFrom(text, kind);
        if (
          next === null ||
          allowedInstead(next, kind) !== null ||
          (kind.kind === "decimal" && !text.includes("."))
        )
          return;
        onValue(next);
      }}
      onBlur={() => {
        if (literal === null || isBad) return;
        if (literal !== value) onValue(literal);
        setTyped(null);
      }}
    />
  );
}

function valueIn(logic: Json, pointer: string): Json {
  return at(logic, namesOf(pointer)) ?? null;
}
