import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { rowsOf } from "../blocks/block.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import { ConditionBlocks } from "../blocks/condition-blocks.tsx";
import { literalFrom } from "../blocks/literals.ts";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "../step/pair-fields.tsx";
import { PlaceSelect } from "../step/place-select.tsx";
import { idFor, listOf, objectOf } from "../step/step-file.ts";
import { TextPair } from "../step/text-pair.tsx";

type Around = {
  /** The rule's file. */
  readonly file: string;
  readonly flow: string;
  readonly namespace: string;
  readonly studied: Studied;
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  readonly onLimit: () => void;
};

/** A rule's clauses, each with the investor's text and the fix. */
export function RuleClauses(around: Around) {
  const words = useText();
  const { file, studied, readable, drafting, mayEdit, onLimit } = around;
  const { draft, apply } = drafting;
  const clauses = listOf(objectOf(readFile(draft, file)).must).map(objectOf);
  return (
    <section className="card card--pad gap12" aria-labelledby="clauses-title">
      <h2 id="clauses-title">{words("rule-book:conditions")}</h2>
      <ol className="ways">
        {clauses.map((clause, at) => {
          const id = String(clause.id);
          return (
            <li key={id} className="way" id={`r-must-${at}`} tabIndex={-1}>
              <ConditionBlocks
                place={{ rule: file, clause: id }}
                logic={clause.logic as Json}
                sayOf={(where) => studied.sentences[`${file}#/must/${at}/logic${where}`]}
                readable={readable}
                drafting={drafting}
                mayEdit={mayEdit}
                onLimit={onLimit}
              />
              <TextPair
                id={`r-must-${at}-reason`}
                name={words("studio:rule.reason")}
                keys={[String(clause.reason)]}
                drafting={drafting}
                mayEdit={mayEdit}
                long
              />
              {mayEdit ? (
                <>
                  <Mend
                    id={`r-must-${at}-mend`}
                    value={String(clause.mend)}
                    readable={readable}
                    onValue={(mend) => apply({ op: "set-clause", args: { rule: file, clause: id, mend } })}
                  />
                  <span className="rowwrap">
                    {at > 0 ? (
                      <Button
                        small
                        onClick={() =>
                          apply({
                            op: "move-clause",
                            args: { rule: file, clause: id, before: String(clauses[at - 1]?.id) },
                          })
                        }
                      >
                        {words("studio:ways.earlier")}
                      </Button>
                    ) : null}
                    {clauses.length > 1 ? (
                      <Button
                        small
                        onClick={() => apply({ op: "remove-clause", args: { rule: file, clause: id } })}
                      >
                        {words("studio:clause.remove")}
                      </Button>
                    ) : null}
                  </span>
                </>
              ) : null}
            </li>
          );
        })}
        {mayEdit ? (
          <li className="way">
            <AddClause {...around} taken={clauses.map(({ id }) => String(id))} />
          </li>
        ) : null}
      </ol>
    </section>
  );
}

function Mend({
  id,
  value,
  readable,
  onValue,
}: {
  readonly id: string;
  readonly value: string;
  readonly readable: Readable;
  readonly onValue: (mend: string) => void;
}) {
  const words = useText();
  const isPlace = value.startsWith("answers.");
  const isOther = !isPlace && value !== "none" && value !== "";
  return (
    <PlaceSelect
      id={id}
      label={words("studio:clause.mend")}
      value={isPlace ? value : ""}
      none={isOther ? words("studio:clause.mendPage") : words("studio:clause.mendNone")}
      readable={readable}
      only={(path) => path.startsWith("answers.")}
      onValue={(path) => onValue(path === "" ? (isOther ? value : "none") : path)}
    />
  );
}

/** Adds a clause: its condition, the text for those refused, and the fix. */
function AddClause({
  file,
  flow,
  namespace,
  readable,
  drafting,
  taken,
}: Around & { readonly taken: readonly string[] }) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState(EMPTY_PAIR);
  const [mend, setMend] = useState("none");
  if (!isOpen)
    return (
      <Button small kind="soft" id="add-clause" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:clause.add")}
      </Button>
    );
  return (
    <div className="block">
      <PairFields
        id="add-clause-reason"
        name={words("studio:rule.reason")}
        value={reason}
        onValue={setReason}
      />
      <Mend id="add-clause-mend" value={mend} readable={readable} onValue={setMend} />
      {isFilled(reason) ? (
        <ComparisonForm
          was={null}
          rule={null}
          readable={readable}
          onSet={(logic) => {
            const id = idFor(reason.en, taken);
            const rule = /(?:^|\/)([^/]+)\.json$/.exec(file)?.[1] ?? "";
            const key = `${namespace}:${flow}.rules.${rule}.${id}`;
            const clause = { id, reason: key, mend, logic };
            if (!drafting.apply({ op: "add-clause", args: { rule: file, clause, reason: trimmed(reason) } }))
              return;
            setOpen(false);
            setReason(EMPTY_PAIR);
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <p className="small">{words("studio:clause.first")}</p>
      )}
    </div>
  );
}

/** The rows of a decision table: the first row whose condition holds gives the value. */
export function DecisionRows({ file, studied, readable, drafting, mayEdit, onLimit }: Around) {
  const words = useText();
  const { draft, apply } = drafting;
  const value = objectOf(objectOf(readFile(draft, file)).value);
  const logic = value.logic as Json;
  const rows = rowsOf(logic);
  const place = { rule: file, clause: null };
  const args = listOf(objectOf(logic).if);
  const isFlat = rows.length > 0 && args.length === rows.length * 2 - 1;
  const kind = typeKind(objectOf(value.type));
  return (
    <section className="card card--pad gap12" aria-labelledby="rows-title">
      <h2 id="rows-title">{words("rule-book:table.title")}</h2>
      <ol className="ways">
        {rows.map((row, at) => (
          <li key={row.valueAt} className="way decision">
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
                id={`row-${at}-value`}
                value={row.value}
                kind={kind}
                readOnly={!mayEdit}
                onValue={(next) => apply({ op: "set-block", args: { place, at: row.valueAt, logic: next } })}
              />
            )}
            {mayEdit && isFlat && row.when !== null ? (
              <span className="rowwrap">
                <Button
                  small
                  onClick={() =>
                    apply({
                      op: "set-block",
                      args: {
                        place,
                        at: "/if",
                        logic: [...args.slice(0, at * 2 + 2), ...args.slice(at * 2)],
                      },
                    })
                  }
                >
                  {words("studio:table.copy")}
                </Button>
                {rows.length > 2 ? (
                  <Button
                    small
                    onClick={() =>
                      apply({
                        op: "set-block",
                        args: { place, at: "/if", logic: args.filter((_, index) => index >> 1 !== at) },
                      })
                    }
                  >
                    {words("studio:table.remove")}
                  </Button>
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Kind = { readonly kind: "integer" | "number" | "decimal" | "string"; readonly decimals: number };

function typeKind(type: JsonObject): Kind {
  if (type.type === "integer" || type.type === "number") return { kind: type.type, decimals: 0 };
  const decimals = { baht: 2, units: 4, nav: 4 }[String(type.format)];
  return decimals === undefined ? { kind: "string", decimals: 0 } : { kind: "decimal", decimals };
}

/** The value of a row; invalid input shows an error and changes nothing. */
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
