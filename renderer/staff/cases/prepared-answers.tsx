import { useState } from "react";
import { LANGUAGES, type Language, otherLanguages } from "../../../engine/values/languages.ts";
import type { Case } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

type Prepared = Case["prepared"][number];
type Spoken = Language | "both";

/**
 * Fills the box of a letter with a prepared answer, in the reader's language unless the colleague chooses another. What
 * they typed is never replaced without their word.
 */
export function PreparedAnswers({
  of,
  language,
  text,
  filled,
  onFill,
}: {
  readonly of: readonly Prepared[];
  /** The language of the person who reads the letter. */
  readonly language: Language;
  /** What the box contains. */
  readonly text: string;
  /** The prepared answer that the box contains unedited; empty if none. */
  readonly filled: string;
  /** `whole`: the new content of the box; `part`: the prepared answer in it. */
  readonly onFill: (whole: string, part: string) => void;
}) {
  const words = useText();
  const lng = useLanguage();
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
  const take = (whole: string, part: string) => {
    onFill(whole, part);
    setAsks(null);
    document.getElementById("case-text")?.focus();
  };
  return (
    <>
      <div className="casepick">
        <SelectField
          id="case-prepared"
          label={words("staff:cases.prepared.title")}
          value={picked}
          onValue={(at) => {
            setPicked(at);
            fill(at, spoken);
          }}
        >
          <option value="">{words("staff:cases.prepared.none")}</option>
          {of.map(({ title }, at) => (
            <option key={title[lng]} value={at}>
              {title[lng]}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="case-prepared-language"
          label={words("staff:cases.prepared.language")}
          value={spoken}
          onValue={(next) => {
            setSpoken(next as Spoken);
            fill(picked, next as Spoken);
          }}
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
        <Note tone="warn" role="alert">
          <p>{words("staff:cases.prepared.asks")}</p>
          <div className="rowwrap caseasks">
            <Button small onClick={() => take(`${text.trimEnd()}\n\n${asks}`, asks)}>
              {words("staff:cases.prepared.below")}
            </Button>
            <Button small onClick={() => take(asks, asks)}>
              {words("staff:cases.prepared.replace")}
            </Button>
          </div>
        </Note>
      )}
    </>
  );
}

/** The text in a language, or in all of them with the reader's first. */
function textIn({ text }: Prepared, spoken: Spoken, reader: Language): string {
  if (spoken !== "both") return text[spoken];
  return [reader, ...otherLanguages(reader)].map((one) => text[one]).join("\n\n");
}
