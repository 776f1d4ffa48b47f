import { LANGUAGES, type Language, type Words } from "../../../engine/values/languages.ts";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** A new text in both languages. */
export type Pair = Words;

export const EMPTY_PAIR: Pair = { th: "", en: "" };

export function isFilled({ th, en }: Pair): boolean {
  return th.trim() !== "" && en.trim() !== "";
}

export function trimmed({ th, en }: Pair): Pair {
  return { th: th.trim(), en: en.trim() };
}

/** Two fields for a new text, Thai and English side by side. */
export function PairFields({
  id,
  name,
  value,
  long = false,
  same = [],
  onValue,
}: {
  readonly id: string;
  readonly name: string;
  readonly value: Pair;
  /** Whether the text may have several lines. */
  readonly long?: boolean;
  /** Languages in which another choice has this name already. */
  readonly same?: readonly Language[];
  readonly onValue: (value: Pair) => void;
}) {
  const words = useText();
  const Control = long ? TextAreaField : TextField;
  return (
    <div className="textpair">
      {LANGUAGES.map((lng) => (
        <Control
          key={lng}
          id={`${id}-${lng}`}
          lang={lng}
          label={
            <>
              {name} <span className="opt">{words(`studio:language.${lng}`)}</span>
            </>
          }
          value={value[lng]}
          error={same.includes(lng) ? words("studio:choices.same") : null}
          onValue={(text) => onValue({ ...value, [lng]: text })}
        />
      ))}
    </div>
  );
}
