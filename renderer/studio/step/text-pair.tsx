import { useState } from "react";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { writeText } from "../draft/text-places.ts";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";

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
  /**
   * Returns the message with which a text is refused; `null` if it may be written. A refused text stays in
   * its field and does not reach the draft.
   */
  readonly refused?: (lng: Language, text: string) => string | null;
}) {
  const words = useText();
  const { draft, base, apply } = drafting;
  const key = keyInDraft(draft, keys) ?? (keys[0] as string);
  const Control = long ? TextAreaField : TextField;
  const isShared = key !== keys[0];
  const [held, setHeld] = useState<{ readonly [lng in Language]?: string }>({});
  const write = (lng: Language, value: string) => {
    const isRefused = (refused?.(lng, value) ?? null) !== null;
    setHeld(({ [lng]: _, ...others }) => (isRefused ? { ...others, [lng]: value } : others));
    if (!isRefused) void apply(writeText(draft, keys, { [lng]: value === "" && optional ? null : value }));
  };
  return (
    <div className="textpair">
      {LANGUAGES.map((lng) => {
        const text = textOfDraft(draft, lng, key);
        const error = held[lng] === undefined ? null : (refused?.(lng, held[lng]) ?? null);
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
            value={error === null ? (text ?? "") : held[lng]}
            error={error}
            onValue={(value) => write(lng, value)}
          />
        );
      })}
      {isShared ? <p className="small">{words("studio:text.shared")}</p> : null}
    </div>
  );
}
