import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital } from "../../staff/rule-book/rule-book-data.ts";
import { rowsOf } from "../blocks/block.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import { unquoted } from "../blocks/literals.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { NamedButton } from "../named-button.tsx";
import { PlaceSelect } from "../step/place-select.tsx";
import { objectOf } from "../step/step-file.ts";
import { RowValue, TableRows } from "./decision-rows.tsx";
import type { EditedRule } from "./edited-rule.ts";
import { type Kind, typeKind, unlimited } from "./row-kind.ts";
import { addableIn, pathOfTerm, termsOf } from "./sum-of.ts";

/** The terms that a rule adds up: answers with points, fixed numbers, and tables. */
export function SumTerms(of: EditedRule) {
  const words = useText();
  const { file, drafting, mayEdit } = of;
  const value = objectOf(objectOf(readFile(drafting.draft, file)).value);
  const terms = termsOf(value.logic as Json);
  const kind = unlimited(typeKind(objectOf(value.type)));
  const set = (at: string, logic: Json) =>
    drafting.apply({ op: "set-block", args: { place: { rule: file, clause: null }, at, logic } });
  return (
    <section className="card card--pad gap12" aria-labelledby="sum-title">
      <h2 id="sum-title">{words("studio:sum.title")}</h2>
      <ol className="ways">
        {terms
          .map((term, index) => ({ term, index, at: `/+/${index}` }))
          .map(({ term, index, at }) => (
            <li key={at} className="way" id={`term-${index}`} tabIndex={-1}>
              <Term of={of} term={term} index={index} kind={kind} onValue={(next) => set(at, next)} />
              {mayEdit && terms.length > 1 ? (
                <NamedButton
                  says={words("studio:sum.remove")}
                  name={index + 1}
                  onClick={() =>
                    set(
                      "/+",
                      terms.filter((_, other) => other !== index),
                    )
                  }
                />
              ) : null}
            </li>
          ))}
      </ol>
      {mayEdit ? <AddTerm of={of} kind={kind} onAdd={(term) => set("/+", [...terms, term])} /> : null}
    </section>
  );
}

/** One term: its name, a field for a fixed number, or the rows of a table. */
function Term({
  of,
  term,
  index,
  kind,
  onValue,
}: {
  readonly of: EditedRule;
  readonly term: Json;
  readonly index: number;
  readonly kind: Kind;
  readonly onValue: (value: Json) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const { places, groupOf } = of.readable;
  const path = pathOfTerm(term);
  if (path !== null) {
    const name = places.find((one) => one.path === path)?.name[lng];
    const group = groupOf(path);
    return (
      <p>
        <b>{name === undefined ? words("studio:setting.gone") : capital(unquoted(name))}</b>
        {name === undefined || unquoted(name) === group ? null : <span className="small"> {group}</span>}
      </p>
    );
  }
  if (typeof term === "number" || typeof term === "string")
    return (
      <RowValue
        id={`term-${index}-value`}
        label={words("studio:sum.fixed")}
        value={term}
        kind={kind}
        readOnly={!of.mayEdit}
        onValue={onValue}
      />
    );
  if (rowsOf(term).length === 0) return <p className="small">{words("studio:sum.other")}</p>;
  return (
    <>
      <b>{words("studio:sum.table")}</b>
      <TableRows of={of} at={`/+/${index}`} name={`term-${index}-row`} />
    </>
  );
}

/** Values of the choice that stand before the data paths. A data path never ends with a colon. */
const FIXED = "fixed:";
const TABLE = "table:";

/** A choice of what is added to the sum. A table begins with its first condition. */
function AddTerm({
  of: { readable },
  kind,
  onAdd,
}: {
  readonly of: EditedRule;
  readonly kind: Kind;
  readonly onAdd: (term: Json) => boolean;
}) {
  const words = useText();
  const [chosen, setChosen] = useState("");
  const zero: Json = kind.kind === "decimal" ? `0.${"0".repeat(kind.decimals)}` : 0;
  const add = (term: Json) => {
    if (onAdd(term)) setChosen("");
  };
  return (
    <>
      <PlaceSelect
        id="add-term"
        label={words("studio:sum.add")}
        value={chosen}
        readable={readable}
        only={addableIn(readable, kind)}
        before={
          <>
            <option value={FIXED}>{words("studio:sum.fixed")}</option>
            <option value={TABLE}>{words("studio:sum.table")}</option>
          </>
        }
        onValue={setChosen}
      />
      {chosen === TABLE ? (
        <ComparisonForm
          was={null}
          rule={null}
          readable={readable}
          onSet={(when) => add({ if: [when, zero, zero] })}
          onClose={() => setChosen("")}
        />
      ) : chosen === "" ? null : (
        <Button
          small
          kind="soft"
          id="add-term-set"
          onClick={() => add(chosen === FIXED ? zero : { var: chosen })}
        >
          {words("studio:sum.set")}
        </Button>
      )}
    </>
  );
}
