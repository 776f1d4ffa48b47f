import { useState } from "react";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { rowsOf } from "../blocks/block.ts";
import { ConditionBlocks } from "../blocks/condition-blocks.tsx";
import { literalFrom } from "../blocks/literals.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { listOf, objectOf } from "../step/step-file.ts";
import type { EditedRule } from "./edited-rule.ts";

/** The rows of a decision table. The first row whose condition holds gives the value. */
export function DecisionRows(of: EditedRule) {
  const words = useText();
  const { file, drafting, mayEdit } = of;
  const value = objectOf(objectOf(readFile(drafting.draft, file)).value);
  const logic = value.logic as Json;
  const rows = rowsOf(logic);
  const args = listOf(objectOf(logic).if);
  const isFlat = rows.length > 0 && args.length === rows.length * 2 - 1;
  const kind = typeKind(objectOf(value.type));
  return (
    <section className="card card--pad gap12" aria-labelledby="rows-title">
      <h2 id="rows-title">{words("rule-book:table.title")}</h2>
      <ol className="ways">
        {rows.map((row, at) => (
          <li key={row.valueAt} className="way decision">
            <DecisionRow of={of} logic={logic} row={row} id={`row-${at}-value`} kind={kind} />
            {mayEdit && isFlat && row.when !== null ? <RowActs of={of} args={args} at={at} /> : null}
          </li>
        ))}
      </ol>
    </section>
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

/** Buttons that copy or remove a row. They are shown only for a table that contains no other table. */
function RowActs({
  of: { file, drafting },
  args,
  at,
}: {
  readonly of: EditedRule;
  /** Conditions and values, alternating. The last entry is the value of the row "otherwise". */
  readonly args: readonly Json[];
  /** Index of the row, from 0. */
  readonly at: number;
}) {
  const words = useText();
  const set = (logic: Json) =>
    drafting.apply({ op: "set-block", args: { place: { rule: file, clause: null }, at: "/if", logic } });
  return (
    <span className="rowwrap">
      <Button small onClick={() => set([...args.slice(0, at * 2 + 2), ...args.slice(at * 2)])}>
        {words("studio:table.copy")}
      </Button>
      {args.length > 3 ? (
        <Button small onClick={() => set(args.filter((_, index) => index >> 1 !== at))}>
          {words("studio:table.remove")}
        </Button>
      ) : null}
    </span>
  );
}

type Kind = { readonly kind: "integer" | "number" | "decimal" | "string"; readonly decimals: number };

function typeKind(type: JsonObject): Kind {
  if (type.type === "integer" || type.type === "number") return { kind: type.type, decimals: 0 };
  const decimals = { baht: 2, units: 4, nav: 4 }[String(type.format)];
  return decimals === undefined ? { kind: "string", decimals: 0 } : { kind: "decimal", decimals };
}

/** A field for the value of a row. Invalid input shows an error and changes nothing. */
function RowValue({
  id,
  value,
  kind,
  readOnly,
  onValue,
}: {
  readonly id: string;
  readonly value: string | number | boolean;
  readonly kind: Kind;
  readonly readOnly: boolean;
  readonly onValue: (value: Json) => void;
}) {
  const words = useText();
  const [typed, setTyped] = useState<string | null>(null);
  if (typeof value === "boolean")
    return (
      <SelectField
        id={id}
        label={words("rule-book:table.value")}
        disabled={readOnly}
        value={String(value)}
        onValue={(next) => onValue(next === "true")}
      >
        <option value="true">{words("rule-book:answer.met")}</option>
        <option value="false">{words("rule-book:answer.notMet")}</option>
      </SelectField>
    );
  const isBad = typed !== null && literalFrom(typed, kind) === null;
  return (
    <TextField
      id={id}
      label={words("rule-book:table.value")}
      readOnly={readOnly}
      value={typed ?? String(value)}
      error={isBad ? words("studio:rule.bad", { like: value }) : null}
      onValue={(text) => {
        setTyped(text);
        const next = literalFrom(text, kind);
        if (next === null || (kind.kind === "decimal" && !text.includes("."))) return;
        onValue(next);
      }}
      onBlur={() => {
        const next = typed === null ? null : literalFrom(typed, kind);
        if (next !== null && next !== value) onValue(next);
        if (!isBad) setTyped(null);
      }}
    />
  );
}

function valueIn(logic: Json, pointer: string): Json {
  return pointer
    .slice(1)
    .split("/")
    .reduce((here, name) => (here as { readonly [name: string]: Json })[name] as Json, logic);
}
