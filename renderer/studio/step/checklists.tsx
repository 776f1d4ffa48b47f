import { useState } from "react";
import { checklistKeys, type Definition, stepKeys } from "../../../engine/flow/index.ts";
import type { Words } from "../../../engine/values/languages.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { topicsOf } from "./case-topics.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { TextPair } from "./text-pair.tsx";

/** The desk's checklists, one for each topic of a case. */
export function Checklists({
  definition,
  step,
  readable,
  drafting,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const topics = topicsOf(drafting.draft, { flow: definition.flow.id, step, places: readable.places });
  if (topics.length === 0) return null;
  return (
    <>
      <h3>{words("studio:checklist.title")}</h3>
      <div className="stepbody" id="s-checklist" tabIndex={-1}>
        {topics.map(({ word, name }) => (
          <Checklist
            key={word}
            definition={definition}
            step={step}
            word={word}
            name={name}
            drafting={drafting}
          />
        ))}
      </div>
    </>
  );
}

type OfTopic = {
  readonly definition: Definition;
  readonly step: string;
  /** Stored value of the topic. */
  readonly word: string;
  readonly drafting: Drafting;
};

/** The checklist for one topic. */
function Checklist({ name, ...of }: OfTopic & { readonly name: Words }) {
  const words = useText();
  const lng = useLanguage();
  const { definition, step, word, drafting } = of;
  const items = checklistKeys(definition, step, word);
  return (
    <details>
      <summary>{words("studio:checklist.of", { topic: name[lng], count: items.length })}</summary>
      <div className="gap12">
        {items.map((keys, at) => (
          <TextPair
            key={keys[0]}
            id={`s-checklist-${word}-${at}`}
            name={words("studio:checklist.item", { number: at + 1 })}
            keys={keys}
            drafting={drafting}
            mayEdit
          />
        ))}
        {items.length === 0 ? null : (
          <Button
            small
            onClick={() =>
              drafting.apply({
                op: "set-text",
                args: { key: itemKey(of, items.length - 1), th: null, en: null },
              })
            }
          >
            {words("studio:checklist.remove")}
          </Button>
        )}
        <AddItem of={of} at={items.length} />
      </div>
    </details>
  );
}

/** Returns the key of an item's text. */
function itemKey({ definition, step, word }: OfTopic, at: number): string {
  return stepKeys(definition, step, `checklist.${word}.${at}`)[0] ?? "";
}

/** A field that adds an item at the end of a checklist. */
function AddItem({ of, at }: { readonly of: OfTopic; readonly at: number }) {
  const words = useText();
  const [added, setAdded] = useState(EMPTY_PAIR);
  return (
    <>
      <PairFields
        id={`s-checklist-${of.word}-new`}
        name={words("studio:checklist.new")}
        value={added}
        onValue={setAdded}
      />
      <Button
        small
        disabled={!isFilled(added)}
        onClick={() => {
          const args = { key: itemKey(of, at), ...trimmed(added) };
          if (of.drafting.apply({ op: "set-text", args })) setAdded(EMPTY_PAIR);
        }}
      >
        {words("studio:checklist.add")}
      </Button>
    </>
  );
}
