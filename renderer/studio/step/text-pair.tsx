import { LANGUAGES } from "../../../engine/values/languages.ts";
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
}) {
  const words = useText();
  const { draft, base, apply } = drafting;
  const key = keyInDraft(draft, keys) ?? (keys[0] as string);
  const Control = long ? TextAreaField : TextField;
  const isShared = key !== keys[0];
  return (
    <div className="textpair">
      {LANGUAGES.map((lng) => {
        const text = textOfDraft(draft, lng, key);
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
            value={text ?? ""}
            onValue={(value) =>
              void apply(writeText(draft, keys, { [lng]: value === "" && optional ? null : value }))
            }
          />
        );
      })}
      {isShared ? <p className="small">{words("studio:text.shared")}</p> : null}
    </div>
  );
}
