import { useState } from "react";
import { LANGUAGES, type Language, otherLanguages } from "../../../engine/values/languages.ts";
import type { Case } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

type Prepared = Case["prepared"][number];
type Spoken = Language | "both";

type Props = {
  readonly of: readonly Prepared[];
  /** Language of the person who reads the letter. */
  readonly language: Language;
  /** Current text of the box. */
  readonly text: string;
  /** Prepared answer that the box contains unedited; empty if there is none. */
  readonly filled: string;
  /**
   * Called when a prepared answer is put into the box. `whole` is the new text of the box; `part` is the
   * prepared answer in this text.
   */
  readonly onFill: (whole: string, part: string) => void;
};

/**
 * A field to choose a prepared answer, which then fills the box of a letter. The prepared answers are in the
 * recipient's language, unless the colleague chooses another. Typed text is replaced only after the colleague
 * confirms.
 */
export function PreparedAnswers(given: Props) {
  const words = useText();
  const lng = useLanguage();
  const { picked, spoken, asks, pick, speak, take } = useFilling(given);
  return (
    <>
      <div className="casepick">
        <SelectField
          id="case-prepared"
          label={words("staff:cases.prepared.title")}
          value={picked}
          onValue={pick}
        >
          <option value="">{words("staff:cases.prepared.none")}</option>
          {given.of.map(({ title }, at) => (
            <option key={title[lng]} value={at}>
              {title[lng]}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="case-prepared-language"
          label={words("staff:cases.prepared.language")}
          value={spoken}
          onValue={(next) => speak(next as Spoken)}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {words(`staff:cases.speaks.${one}`)}
            </option>
          ))}
          <option value="both">{words("staff:cases.prepared.both")}</option>
        </SelectField>
      </div>
      {asks === null ? null : (
        <ReplaceTyped
          onBelow={() => take(`${given.text.trimEnd()}\n\n${asks}`, asks)}
          onReplace={() => take(asks, asks)}
        />
      )}
    </>
  );
}

/**
 * Holds the chosen prepared answer and its language, and fills the box. `asks` is the prepared answer that
 * waits for the colleague's confirmation.
 */
function useFilling({ of, language, text, filled, onFill }: Props) {
  const [picked, setPicked] = useState("");
  const [spoken, setSpoken] = useState<Spoken>(language);
  const [asks, setAsks] = useState<string | null>(null);
  const mayReplace = text.trim() === "" || text === filled;
  const letterAt = (at: string) => of.find((_, index) => String(index) === at);
  const fill = (at: string, next: Spoken) => {
    const one = letterAt(at);
    if (one === undefined) return setAsks(null);
    const part = textIn(one, next, language);
    if (mayReplace) onFill(part, part);
    setAsks(mayReplace ? null : part);
  };
  const pick = (at: string) => {
    setPicked(at);
    fill(at, spoken);
  };
  const speak = (next: Spoken) => {
    setSpoken(next);
    fill(picked, next);
  };
  const take = (whole: string, part: string) => {
    onFill(whole, part);
    setAsks(null);
    document.getElementById("case-text")?.focus();
  };
  return { picked, spoken, asks, pick, speak, take };
}

/** Asks the colleague whether the prepared answer replaces the typed text or is added below it. */
function ReplaceTyped({
  onBelow,
  onReplace,
}: {
  readonly onBelow: () => void;
  readonly onReplace: () => void;
}) {
  const words = useText();
  return (
    <Note tone="warn" role="alert">
      <p>{words("staff:cases.prepared.asks")}</p>
      <div className="rowwrap caseasks">
        <Button small onClick={onBelow}>
          {words("staff:cases.prepared.below")}
        </Button>
        <Button small onClick={onReplace}>
          {words("staff:cases.prepared.replace")}
        </Button>
      </div>
    </Note>
  );
}

/** Returns the text in one language, or in all languages with the reader's language first. */
function textIn({ text }: Prepared, spoken: Spoken, reader: Language): string {
  if (spoken !== "both") return text[spoken];
  return [reader, ...otherLanguages(reader)].map((one) => text[one]).join("\n\n");
}
