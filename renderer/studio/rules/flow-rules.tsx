import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import type { Readable } from "../blocks/readable.ts";
import { ChoiceField } from "../choice-field.tsx";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "../step/pair-fields.tsx";
import { PlaceSelect } from "../step/place-select.tsx";
import { idFor, objectOf } from "../step/step-file.ts";
import { RowValue } from "./decision-rows.tsx";
import { NEW_RULES, type NewRuleKind, newConditions, newSum, newTable, TABLE_TYPES } from "./new-rule.ts";
import { typeKind } from "./row-kind.ts";
import { addableIn } from "./sum-of.ts";

type Edited = {
  readonly flow: string;
  readonly namespace: string;
  readonly readable: Readable;
  readonly drafting: Drafting;
};

/**
 * The flow's own rules. A rule can be opened or removed, and a new rule is added with its first condition.
 */
export function FlowRules(of: Edited) {
  const words = useText();
  const lng = useLanguage();
  const { flow, drafting } = of;
  const { draft, apply } = drafting;
  const own = Object.keys(draft).filter((file) => file.startsWith(folderOf(flow)));
  return (
    <>
      <h3>{words("studio:ownRules.title")}</h3>
      <ul className="ways">
        {own.map((file) => {
          const { id, title } = objectOf(readFile(draft, file));
          return (
            <li key={file} className="way rowwrap" id={`f-rules-${id}`} tabIndex={-1}>
              <span className="grow">
                <PageLink
                  className="link"
                  to="/studio/flows/$flow/rules/$rule"
                  params={{ flow, rule: String(id) }}
                >
                  {textOfDraft(draft, lng, String(title)) ?? String(id)}
                </PageLink>
              </span>
              <Button small onClick={() => apply({ op: "remove-rule", args: { rule: file } })}>
                {words("studio:blocks.remove")}
              </Button>
            </li>
          );
        })}
        <li className="way">
          <AddRule {...of} />
        </li>
      </ul>
    </>
  );
}

function folderOf(flow: string): string {
  return `flows/${flow}/rules/`;
}

/** A button that opens the form of a new rule. */
function AddRule(of: Edited) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <NewRule {...of} onClose={() => setOpen(false)} />;
  return (
    <Button small kind="soft" id="add-rule" onClick={() => setOpen(true)}>
      <Plus size={18} aria-hidden="true" /> {words("studio:ownRules.add")}
    </Button>
  );
}

/** A form that adds a rule: what it gives, its title, its first condition, and its texts or values. */
function NewRule({
  flow,
  namespace,
  readable,
  drafting: { draft, apply },
  onClose,
}: Edited & { readonly onClose: () => void }) {
  const words = useText();
  const [title, setTitle] = useState(EMPTY_PAIR);
  const [rest, setRest] = useState<Rest>(NOTHING);
  const { kind } = rest;
  const add = (logic: Json, path = "") => {
    const id = idFor(title.en, ruleIds(draft));
    const key = `${namespace}:${flow}.rules.${id}`;
    const from = new Date().toISOString().slice(0, 10);
    const of = { id, key, rule: `${folderOf(flow)}${id}.json`, title: trimmed(title), logic, from };
    const made =
      kind === "conditions"
        ? newConditions({ ...of, reason: trimmed(rest.reason) })
        : kind === "sum"
          ? newSum({ ...of, path })
          : newTable({ ...of, kind, value: rest.value, otherwise: rest.otherwise });
    if (apply(...made)) onClose();
  };
  const isReady = isFilled(title) && (kind !== "conditions" || isFilled(rest.reason));
  return (
    <div className="ruleblock">
      <KindField rest={rest} onRest={setRest} />
      <PairFields id="add-rule-title" name={words("studio:ownRules.name")} value={title} onValue={setTitle} />
      {kind === "conditions" ? (
        <PairFields
          id="add-rule-reason"
          name={words("studio:rule.reason")}
          value={rest.reason}
          onValue={(reason) => setRest({ ...rest, reason })}
        />
      ) : kind === "sum" ? null : (
        <FirstValues key={kind} kind={kind} rest={rest} onRest={setRest} />
      )}
      {isReady && kind === "sum" ? (
        <FirstTerm readable={readable} onSet={(path) => add(null, path)} onClose={onClose} />
      ) : isReady ? (
        <ComparisonForm was={null} rule={null} readable={readable} onSet={add} onClose={onClose} />
      ) : (
        <p className="small">
          {words(kind === "conditions" ? "studio:ownRules.first" : "studio:ownRules.firstTable")}
        </p>
      )}
    </div>
  );
}

/** The kind of a new rule, and the parts that depend on it. */
type Rest = {
  readonly kind: NewRuleKind;
  readonly reason: typeof EMPTY_PAIR;
  readonly value: Json;
  readonly otherwise: Json;
};

const NOTHING: Rest = { kind: "conditions", reason: EMPTY_PAIR, value: 0, otherwise: 0 };

/** A choice of what the new rule gives. */
function KindField({ rest, onRest }: { readonly rest: Rest; readonly onRest: (rest: Rest) => void }) {
  const words = useText();
  return (
    <ChoiceField
      id="add-rule-kind"
      label={words("studio:ownRules.gives")}
      value={rest.kind}
      choices={NEW_RULES.map((one) => [one, words(`studio:ownRules.kind.${one}`)])}
      onValue={(next) => {
        const kind = NEW_RULES.find((one) => one === next) ?? "conditions";
        const first = kind === "conditions" || kind === "sum" ? 0 : TABLE_TYPES[kind].first;
        onRest({ ...rest, kind, value: first, otherwise: first });
      }}
    />
  );
}

/** A choice of the first number of a new sum. Only numbers of the flow can be chosen. */
function FirstTerm({
  readable,
  onSet,
  onClose,
}: {
  readonly readable: Readable;
  readonly onSet: (path: string) => void;
  readonly onClose: () => void;
}) {
  const words = useText();
  const [path, setPath] = useState("");
  const kind = typeKind({ type: "integer" });
  return (
    <>
      <PlaceSelect
        id="add-rule-term"
        label={words("studio:sum.add")}
        value={path}
        readable={readable}
        only={addableIn(readable, kind)}
        onValue={setPath}
      />
      <span className="rowwrap">
        <Button small kind="soft" id="add-rule-set" disabled={path === ""} onClick={() => onSet(path)}>
          {words("studio:sum.set")}
        </Button>
        <Button small onClick={onClose}>
          {words("studio:blocks.close")}
        </Button>
      </span>
    </>
  );
}

/** Fields for the values of a new table: where its first condition holds, and otherwise. */
function FirstValues({
  kind,
  rest,
  onRest,
}: {
  readonly kind: keyof typeof TABLE_TYPES;
  readonly rest: Rest;
  readonly onRest: (rest: Rest) => void;
}) {
  const words = useText();
  return (["value", "otherwise"] as const).map((part) => (
    <RowValue
      key={part}
      id={`add-rule-${part}`}
      label={words(`studio:ownRules.${part}`)}
      value={rest[part] as string | number | boolean}
      kind={typeKind(TABLE_TYPES[kind].type)}
      readOnly={false}
      onValue={(value) => onRest({ ...rest, [part]: value })}
    />
  ));
}

/** Returns the ids of the rules of all flows. */
function ruleIds(draft: Drafting["draft"]): readonly string[] {
  return Object.keys(draft)
    .filter((file) => /^flows\/[^/]+\/rules\//.test(file))
    .map((file) => /([^/]+)\.json$/.exec(file)?.[1] ?? "");
}
