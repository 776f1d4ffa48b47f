import { useText } from "../../kit/text/i18n.ts";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Pair } from "./pair-fields.tsx";
import { sameNames } from "./same-choice.ts";
import { TextPair } from "./text-pair.tsx";

/** A value that a question offers. */
type Choice = string | number | boolean;

/** The texts of a question's choices. A name that another choice has already is refused at its field. */
export function ChoiceTexts({
  id,
  choices,
  keysOf,
  drafting,
  mayEdit,
}: {
  /** First part of the fields' element ids: `q-topic`. */
  readonly id: string;
  readonly choices: readonly Choice[];
  /** Returns the possible keys of a choice's text, best first. */
  readonly keysOf: (choice: Choice) => readonly string[];
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
}) {
  const words = useText();
  const { draft } = drafting;
  const names = choices.map((choice): Pair => {
    const keys = keysOf(choice);
    const key = keyInDraft(draft, keys) ?? keys[0] ?? "";
    return { th: textOfDraft(draft, "th", key) ?? "", en: textOfDraft(draft, "en", key) ?? "" };
  });
  return choices.map((choice, at) => (
    <TextPair
      key={String(choice)}
      id={`${id}-option-${choice}`}
      name={words("studio:text.choice", { number: at + 1 })}
      keys={keysOf(choice)}
      drafting={drafting}
      mayEdit={mayEdit}
      refused={(lng, text) =>
        sameNames({ th: "", en: "", [lng]: text }, names.toSpliced(at, 1)).length > 0
          ? words("studio:choices.same")
          : null
      }
    />
  ));
}
