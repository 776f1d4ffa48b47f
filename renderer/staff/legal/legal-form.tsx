import { useState } from "react";
import { LANGUAGES, type Language, languageFacts } from "../../../engine/values/languages.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { LegalVersion } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

type Section = LegalVersion["content"][Language]["sections"][number];
type Written = { readonly title: string; readonly sections: readonly Section[] };
/** A section in both languages, added and removed together. */
type Pair = { readonly key: string; readonly th: Section; readonly en: Section };

const EMPTY: Section = { heading: "", text: "" };

/** A new version based on the one in force, both languages side by side. */
export function LegalForm({ from, onClose }: { readonly from: LegalVersion; readonly onClose: () => void }) {
  const words = useText();
  const [version, setVersion] = useState("");
  const [titles, setTitles] = useState({ th: from.content.th.title, en: from.content.en.title });
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    from.content.th.sections.map((th, at) => ({
      key: `${at}`,
      th,
      en: from.content.en.sections[at] ?? EMPTY,
    })),
  );
  const [day, setDay] = useState("");
  const [renew, setRenew] = useState(true);
  const [grace, setGrace] = useState("");
  const [note, setNote] = useState("");
  const id = (name: string) => `legal-${from.document}-${name}`;
  const write = (key: string, language: Language, change: Partial<Section>) =>
    setPairs(
      pairs.map((pair) =>
        pair.key === key ? { ...pair, [language]: { ...pair[language], ...change } } : pair,
      ),
    );
  const bodyOf = () => {
    const isoOf = (typed: string) => {
      const parsed = parseTypedDate(typed);
      return parsed.ok ? parsed.value : typed.trim().slice(0, 10);
    };
    const written = (language: Language): Written & { version: string; mark?: string } => ({
      version: version.trim(),
      title: titles[language].trim(),
      ...(from.content[language].mark === undefined ? {} : { mark: from.content[language].mark }),
      sections: pairs.map((pair) => ({
        heading: pair[language].heading.trim(),
        text: pair[language].text.trim(),
      })),
    });
    return {
      content: { th: written("th"), en: written("en") },
      effectiveFrom: isoOf(day),
      renew,
      ...(renew && grace.trim() !== "" ? { graceUntil: isoOf(grace) } : {}),
      note: note.trim(),
    };
  };
  const { run, busy, fault } = useAction({
    call: () =>
      call("POST", "/legal/{document}/versions", { path: { document: from.document }, body: bodyOf() }),
    changes: ["/legal"],
    said: () => words("staff:legal.sent"),
    done: onClose,
    failed: "here",
  });
  return (
    <form
      className="gap16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(undefined);
      }}
    >
      <TextField
        id={id("version")}
        label={words("staff:legal.version")}
        hint={words("staff:legal.versionHint")}
        value={version}
        onValue={setVersion}
      />
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          id={id(`title-${language}`)}
          label={words("staff:legal.docTitle", { language: languageFacts(language).name })}
          value={titles[language]}
          onValue={(title) => setTitles({ ...titles, [language]: title })}
        />
      ))}
      {pairs.map((pair, at) => (
        <fieldset key={pair.key} className="gap12">
          {LANGUAGES.map((language) => (
            <div key={language} className="gap8" lang={language}>
              <TextField
                id={id(`heading-${pair.key}-${language}`)}
                label={words("staff:legal.heading", {
                  number: at + 1,
                  language: languageFacts(language).name,
                })}
                value={pair[language].heading}
                onValue={(heading) => write(pair.key, language, { heading })}
              />
              <TextAreaField
                id={id(`text-${pair.key}-${language}`)}
                label={words("staff:legal.text", { number: at + 1, language: languageFacts(language).name })}
                value={pair[language].text}
                onValue={(text) => write(pair.key, language, { text })}
              />
            </div>
          ))}
          {pairs.length === 1 ? null : (
            <Button small onClick={() => setPairs(pairs.filter(({ key }) => key !== pair.key))}>
              {words("staff:legal.removeSection", { number: at + 1 })}
            </Button>
          )}
        </fieldset>
      ))}
      <Button small onClick={() => setPairs([...pairs, { key: `new-${Date.now()}`, th: EMPTY, en: EMPTY }])}>
        {words("staff:legal.addSection")}
      </Button>
      <TextField
        id={id("from")}
        label={words("staff:legal.from")}
        hint={words("staff:legal.fromHint")}
        inputMode="numeric"
        value={day}
        onValue={setDay}
      />
      <label className="row" htmlFor={id("renew")}>
        <input
          id={id("renew")}
          type="checkbox"
          checked={renew}
          onChange={(event) => setRenew(event.target.checked)}
        />{" "}
        {words("staff:legal.renew")}
      </label>
      {renew ? (
        <TextField
          id={id("grace")}
          label={words("staff:legal.grace")}
          hint={words("staff:legal.graceHint")}
          inputMode="numeric"
          value={grace}
          onValue={setGrace}
        />
      ) : null}
      <TextField id={id("note")} label={words("staff:legal.note")} value={note} onValue={setNote} />
      <FaultNote fault={fault} />
      <div className="row wraps">
        <Button kind="main" type="submit" busy={busy}>
          {words("staff:legal.send")}
        </Button>
        <Button onClick={onClose}>{words("staff:legal.cancel")}</Button>
      </div>
    </form>
  );
}
