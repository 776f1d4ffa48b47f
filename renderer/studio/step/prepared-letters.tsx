import { useState } from "react";
import type { Definition } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import { NamedButton } from "../named-button.tsx";
import { type Topic, topicsOf } from "./case-topics.ts";
import {
  addedLetter,
  type LetterSpot,
  letterKey,
  lettersIn,
  lettersOf,
  removedLetter,
} from "./letters-in-draft.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { TextPair } from "./text-pair.tsx";

type Given = { readonly definition: Definition; readonly step: string; readonly drafting: Drafting };

/** The prepared answers that a desk can use, for each topic of a case. */
export function PreparedLetters({ readable, ...given }: Given & { readonly readable: Readable }) {
  const words = useText();
  const { definition, step, drafting } = given;
  const flow = definition.flow.id;
  const topics = topicsOf(drafting.draft, { flow, step, places: readable.places });
  const { uses, fills } = lettersOf(drafting.draft, { flow, step });
  if (topics.length === 0 || uses.length === 0) return null;
  return (
    <>
      <h3>{words("studio:letters.title")}</h3>
      <div className="stepbody" id="s-letters" tabIndex={-1}>
        <p className="small">{words("studio:letters.text")}</p>
        <p className="small" data-code>
          {words("studio:letters.fills", {
            fills: fills.map((fill) => `{{${fill}}} ${words(`studio:letters.fill.${fill}`)}`).join(" · "),
          })}
        </p>
        {topics.map((topic) => (
          <Letters key={topic.word} topic={topic} uses={uses} {...given} />
        ))}
      </div>
    </>
  );
}

type OfTopic = Given & { readonly topic: Topic };

/** The prepared answers of one topic. */
function Letters({ uses, ...given }: OfTopic & { readonly uses: readonly string[] }) {
  const words = useText();
  const lng = useLanguage();
  const { topic, definition, step, drafting } = given;
  const { word, name } = topic;
  const all = uses.flatMap((use) => {
    const spot = { flow: definition.flow.id, step, word, use };
    return Array.from({ length: lettersIn(drafting.draft, spot) }, (_, at) => ({ spot, at }));
  });
  return (
    <details>
      <summary>{words("studio:letters.of", { topic: name[lng], count: all.length })}</summary>
      <ul className="ways">
        {all.map(({ spot, at }) => (
          <li key={`${spot.use}-${at}`} className="way">
            <Letter spot={spot} at={at} drafting={drafting} />
          </li>
        ))}
        <li className="way">
          <AddLetter uses={uses} {...given} />
        </li>
      </ul>
    </details>
  );
}

function Letter({
  spot,
  at,
  drafting,
}: {
  readonly spot: LetterSpot;
  /** Index of the letter among those of the same use, from 0. */
  readonly at: number;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const id = `s-letters-${spot.word}-${spot.use}-${at}`;
  const called = words("studio:letters.one", {
    use: words(`studio:letters.use.${spot.use}`),
    number: at + 1,
  });
  return (
    <>
      <span className="rowwrap">
        <b className="grow">{called}</b>
        <NamedButton
          says={words("studio:blocks.remove")}
          name={called}
          id={`${id}-remove`}
          onClick={() => apply(...removedLetter(draft, spot, at))}
        />
      </span>
      <TextPair
        id={`${id}-title`}
        name={words("studio:letters.name")}
        keys={[letterKey(draft, spot, at, "title")]}
        drafting={drafting}
        mayEdit
      />
      <TextPair
        id={`${id}-text`}
        name={words("studio:letters.words")}
        keys={[letterKey(draft, spot, at, "text")]}
        drafting={drafting}
        mayEdit
        long
      />
    </>
  );
}

/** A form that adds a prepared answer: its use, its name and its text. */
function AddLetter({
  topic: { word },
  uses,
  definition,
  step,
  drafting: { draft, apply },
}: OfTopic & { readonly uses: readonly string[] }) {
  const words = useText();
  const [use, setUse] = useState(uses[0] ?? "");
  const [title, setTitle] = useState(EMPTY_PAIR);
  const [text, setText] = useState(EMPTY_PAIR);
  const chosen = uses.includes(use) ? use : (uses[0] ?? "");
  const id = `s-letters-${word}`;
  const add = () => {
    const spot = { flow: definition.flow.id, step, word, use: chosen };
    if (!apply(...addedLetter(draft, spot, { title: trimmed(title), text: trimmed(text) }))) return;
    setTitle(EMPTY_PAIR);
    setText(EMPTY_PAIR);
  };
  return (
    <>
      <b>{words("studio:letters.new")}</b>
      <ChoiceField
        id={`${id}-use`}
        label={words("studio:letters.when")}
        value={chosen}
        choices={uses.map((one) => [one, words(`studio:letters.use.${one}`)])}
        onValue={setUse}
      />
      <PairFields
        id={`${id}-new-title`}
        name={words("studio:letters.name")}
        value={title}
        onValue={setTitle}
      />
      <PairFields
        id={`${id}-new-text`}
        name={words("studio:letters.words")}
        value={text}
        onValue={setText}
        long
      />
      <Button small id={`${id}-add`} disabled={!isFilled(title) || !isFilled(text)} onClick={add}>
        {words("studio:letters.add")}
      </Button>
    </>
  );
}
