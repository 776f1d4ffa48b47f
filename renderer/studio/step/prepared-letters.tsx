import { useState } from "react";
import type { Definition } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { type Topic, topicsOf } from "./case-topics.ts";
import { addedLetter, letterKey, lettersIn, lettersOf, removedLetter } from "./letters-in-draft.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { TextPair } from "./text-pair.tsx";

type Given = { readonly definition: Definition; readonly step: string; readonly drafting: Drafting };

/** The answers that a desk finds prepared for each topic of a case. */
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

function Letters({
  topic: { word, name },
  uses,
  definition,
  step,
  drafting,
}: Given & { readonly topic: Topic; readonly uses: readonly string[] }) {
  const words = useText();
  const lng = useLanguage();
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const [use, setUse] = useState(uses[0] ?? "");
  const [title, setTitle] = useState(EMPTY_PAIR);
  const [text, setText] = useState(EMPTY_PAIR);
  const chosen = uses.includes(use) ? use : (uses[0] ?? "");
  const all = uses.flatMap((one) => {
    const spot = { flow, step, word, use: one };
    return Array.from({ length: lettersIn(draft, spot) }, (_, at) => ({ spot, at }));
  });
  const id = `s-letters-${word}`;
  const add = () => {
    const letter = { title: trimmed(title), text: trimmed(text) };
    if (!apply(...addedLetter(draft, { flow, step, word, use: chosen }, letter))) return;
    setTitle(EMPTY_PAIR);
    setText(EMPTY_PAIR);
  };
  return (
    <details>
      <summary>{words("studio:letters.of", { topic: name[lng], count: all.length })}</summary>
      <ul className="ways">
        {all.map(({ spot, at }) => {
          const called = words("studio:letters.one", {
            use: words(`studio:letters.use.${spot.use}`),
            number: at + 1,
          });
          return (
            <li key={`${spot.use}-${at}`} className="way">
              <span className="rowwrap">
                <b className="grow">{called}</b>
                <Button
                  small
                  id={`${id}-${spot.use}-${at}-remove`}
                  onClick={() => apply(...removedLetter(draft, spot, at))}
                >
                  {words("studio:blocks.remove")}
                  <span className="sr">: {called}</span>
                </Button>
              </span>
              <TextPair
                id={`${id}-${spot.use}-${at}-title`}
                name={words("studio:letters.name")}
                keys={[letterKey(draft, spot, at, "title")]}
                drafting={drafting}
                mayEdit
              />
              <TextPair
                id={`${id}-${spot.use}-${at}-text`}
                name={words("studio:letters.words")}
                keys={[letterKey(draft, spot, at, "text")]}
                drafting={drafting}
                mayEdit
                long
              />
            </li>
          );
        })}
        <li className="way">
          <b>{words("studio:letters.new")}</b>
          <SelectField id={`${id}-use`} label={words("studio:letters.when")} value={chosen} onValue={setUse}>
            {uses.map((one) => (
              <option key={one} value={one}>
                {words(`studio:letters.use.${one}`)}
              </option>
            ))}
          </SelectField>
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
        </li>
      </ul>
    </details>
  );
}
