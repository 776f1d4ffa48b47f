import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { comparisonOf } from "../blocks/block.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import type { Readable } from "../blocks/readable.ts";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "../step/pair-fields.tsx";
import { idFor, objectOf } from "../step/step-file.ts";

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

/** A form that adds a rule: its title, the text for people whom it refuses, and its first condition. */
function AddRule({ flow, namespace, readable, drafting: { draft, apply } }: Edited) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState(EMPTY_PAIR);
  const [reason, setReason] = useState(EMPTY_PAIR);
  const add = (logic: Json) => {
    const id = idFor(title.en, ruleIds(draft));
    const key = `${namespace}:${flow}.rules.${id}`;
    const rule = `${folderOf(flow)}${id}.json`;
    const content = newRule({ id, key, logic });
    const done = apply(
      { op: "add-rule", args: { rule, content, texts: { title: trimmed(title) } } },
      { op: "set-text", args: { key: `${key}.first`, ...trimmed(reason) } },
    );
    if (!done) return;
    setOpen(false);
    setTitle(EMPTY_PAIR);
    setReason(EMPTY_PAIR);
  };
  if (!isOpen)
    return (
      <Button small kind="soft" id="add-rule" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:ownRules.add")}
      </Button>
    );
  return (
    <div className="block">
      <PairFields id="add-rule-title" name={words("studio:ownRules.name")} value={title} onValue={setTitle} />
      <PairFields
        id="add-rule-reason"
        name={words("studio:rule.reason")}
        value={reason}
        onValue={setReason}
      />
      {isFilled(title) && isFilled(reason) ? (
        <ComparisonForm
          was={null}
          rule={null}
          readable={readable}
          onSet={add}
          onClose={() => setOpen(false)}
        />
      ) : (
        <p className="small">{words("studio:ownRules.first")}</p>
      )}
    </div>
  );
}

/** Returns the ids of the rules of all flows. */
function ruleIds(draft: Drafting["draft"]): readonly string[] {
  return Object.keys(draft)
    .filter((file) => /^flows\/[^/]+\/rules\//.test(file))
    .map((file) => /([^/]+)\.json$/.exec(file)?.[1] ?? "");
}

/** Returns a rule with one condition, in force from today. `key` is the prefix of the keys of its texts. */
function newRule({ id, key, logic }: { readonly id: string; readonly key: string; readonly logic: Json }) {
  return {
    id,
    title: `${key}.title`,
    source: "house decisions",
    owner: "compliance",
    from: new Date().toISOString().slice(0, 10),
    onMissing: "ask",
    must: [{ id: "first", reason: `${key}.first`, mend: mendOf(logic), logic }],
    // The new rule has one test case. The rule's page suggests further ones.
    cases: [{ why: "nothing is known yet", given: {}, expect: "unknown" }],
  };
}

/**
 * Returns the answer that a person must change to meet a condition, as a data path; `none` if the condition
 * reads no answer.
 */
function mendOf(logic: Json): string {
  const path = comparisonOf(logic)?.path ?? "";
  return path.startsWith("answers.") ? path : "none";
}
