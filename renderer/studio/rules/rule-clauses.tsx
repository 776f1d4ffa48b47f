import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import { ConditionBlocks } from "../blocks/condition-blocks.tsx";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "../step/pair-fields.tsx";
import { PlaceSelect } from "../step/place-select.tsx";
import { idFor, listOf, objectOf } from "../step/step-file.ts";
import { TextPair } from "../step/text-pair.tsx";
import type { EditedRule } from "./edited-rule.ts";

/**
 * The clauses of a rule, each with the text for the investor, and with the page or answer through which the
 * investor can meet the clause.
 */
export function RuleClauses(of: EditedRule) {
  const words = useText();
  const { file, drafting, mayEdit } = of;
  const clauses = listOf(objectOf(readFile(drafting.draft, file)).must).map(objectOf);
  return (
    <section className="card card--pad gap12" aria-labelledby="clauses-title">
      <h2 id="clauses-title">{words("rule-book:conditions")}</h2>
      <ol className="ways">
        {clauses.map((clause, at) => (
          <li key={String(clause.id)} className="way" id={`r-must-${at}`} tabIndex={-1}>
            <Clause of={of} clause={clause} at={at} />
            {mayEdit ? <ClauseActs of={of} clauses={clauses} at={at} /> : null}
          </li>
        ))}
        {mayEdit ? (
          <li className="way">
            <AddClause {...of} taken={clauses.map(({ id }) => String(id))} />
          </li>
        ) : null}
      </ol>
    </section>
  );
}

/** A clause with its condition and the text for people whom it refuses. */
function Clause({
  of: { file, studied, readable, drafting, mayEdit, onLimit },
  clause,
  at,
}: {
  readonly of: EditedRule;
  readonly clause: JsonObject;
  /** Index of the clause in the rule, from 0. */
  readonly at: number;
}) {
  const words = useText();
  return (
    <>
      <ConditionBlocks
        place={{ rule: file, clause: String(clause.id) }}
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
    </>
  );
}

/** Controls that choose where an investor can meet a clause, move the clause, or remove it. */
function ClauseActs({
  of: { file, readable, drafting },
  clauses,
  at,
}: {
  readonly of: EditedRule;
  readonly clauses: readonly JsonObject[];
  /** Index of the clause in `clauses`, from 0. */
  readonly at: number;
}) {
  const words = useText();
  const { apply } = drafting;
  const spot = { rule: file, clause: String(clauses[at]?.id) };
  return (
    <>
      <Mend
        id={`r-must-${at}-mend`}
        value={String(clauses[at]?.mend)}
        readable={readable}
        onValue={(mend) => apply({ op: "set-clause", args: { ...spot, mend } })}
      />
      <span className="rowwrap">
        {at > 0 ? (
          <Button
            small
            onClick={() =>
              apply({ op: "move-clause", args: { ...spot, before: String(clauses[at - 1]?.id) } })
            }
          >
            {words("studio:ways.earlier")}
          </Button>
        ) : null}
        {clauses.length > 1 ? (
          <Button small onClick={() => apply({ op: "remove-clause", args: spot })}>
            {words("studio:clause.remove")}
          </Button>
        ) : null}
      </span>
    </>
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

/**
 * A form that adds a clause: its condition, the text for people whom it refuses, and where these people can
 * meet it.
 */
function AddClause({
  file,
  flow,
  namespace,
  readable,
  drafting,
  taken,
}: EditedRule & { readonly taken: readonly string[] }) {
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
    <div className="ruleblock">
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
