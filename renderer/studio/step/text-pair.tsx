import { useRef, useState } from "react";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { writeText } from "../draft/text-places.ts";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";

/**
 * Returns the message with which a text is refused; `null` if it may be written. A refused text stays in its
 * field and does not reach the draft.
 */
type Refuses = (lng: Language, text: string) => string | null;

/** A text in both languages, side by side. A missing text is marked. */
export function TextPair({
  id,
  name,
  keys,
  drafting,
  mayEdit,
  long = false,
  optional = false,
  refused,
}: {
  readonly id: string;
  /** Kind of the text, as a key of `studio:text`. */
  readonly name: string;
  /** Possible keys of the text, best first. */
  readonly keys: readonly string[];
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  readonly long?: boolean;
  readonly optional?: boolean;
  readonly refused?: Refuses;
}) {
  const words = useText();
  const { draft, base, apply } = drafting;
  const key = keyInDraft(draft, keys) ?? (keys[0] as string);
  const Control = long ? TextAreaField : TextField;
  const isShared = key !== keys[0];
  const { begin, heldIn, write } = useHeld(refused, (lng, value) =>
    apply(writeText(draft, keys, { [lng]: value === "" && optional ? null : value })),
  );
  return (
    <div className="textpair">
      {LANGUAGES.map((lng) => {
        const text = textOfDraft(draft, lng, key);
        const held = heldIn(lng);
        const isChanged = text !== textOfDraft(base, lng, key);
        return (
          <Control
            key={lng}
            id={`${id}-${lng}`}
            lang={lng}
            label={
              <>
                {name} <span className="opt">{words(`studio:language.${lng}`)}</span>
                {isChanged ? <span className="changed">{words("studio:changed")}</span> : null}
              </>
            }
            placeholder={text === null ? words(optional ? "studio:text.none" : "studio:text.missing") : ""}
            readOnly={!mayEdit}
            value={held?.text ?? text ?? ""}
            error={held?.error ?? null}
            onFocus={() => begin(lng, text ?? "")}
            onValue={(value) => write(lng, value)}
          />
        );
      })}
      {isShared ? <p className="small">{words("studio:text.shared")}</p> : null}
    </div>
  );
}

/**
 * Keeps refused texts in their fields, each with its message. Writes every other text. Each letter is written
 * as it is typed, so a refusal puts the text back that stood there before.
 */
function useHeld(refused: Refuses | undefined, onWrite: (lng: Language, text: string) => unknown) {
  const [held, setHeld] = useState<{ readonly [lng in Language]?: string }>({});
  const before = useRef<{ [lng in Language]?: string }>({});
  const errorOf = (lng: Language, text: string) => refused?.(lng, text) ?? null;
  return {
    begin: (lng: Language, text: string) => {
      before.current[lng] = text;
    },
    heldIn: (lng: Language) => {
      const text = held[lng];
      const error = text === undefined ? null : errorOf(lng, text);
      return text === undefined || error === null ? null : { text, error };
    },
    write: (lng: Language, text: string) => {
      const isRefused = errorOf(lng, text) !== null;
      setHeld(({ [lng]: _, ...others }) => (isRefused ? { ...others, [lng]: text } : others));
      void onWrite(lng, isRefused ? (before.current[lng] ?? "") : text);
    },
  };
}
