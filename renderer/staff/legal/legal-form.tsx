import { LANGUAGES, languageFacts } from "../../../engine/values/languages.ts";
import type { LegalVersion } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { type LegalDraft, type SectionPair, useLegalDraft } from "./use-legal-draft.ts";

/**
 * A form for a new version of a legal document. It starts with the version in force, with both languages side
 * by side.
 */
export function LegalForm({ from, onClose }: { readonly from: LegalVersion; readonly onClose: () => void }) {
  const words = useText();
  const draft = useLegalDraft(from);
  const { id, given, set } = draft;
  const { run, busy, fault } = useAction({
    call: () =>
      call("POST", "/legal/{document}/versions", { path: { document: from.document }, body: draft.body() }),
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
        value={given.version}
        onValue={(version) => set({ version })}
      />
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          id={id(`title-${language}`)}
          label={words("staff:legal.docTitle", { language: languageFacts(language).name })}
          value={given.titles[language]}
          onValue={(title) => set({ titles: { ...given.titles, [language]: title } })}
        />
      ))}
      {given.pairs.map((pair, at) => (
        <SectionFields key={pair.key} of={pair} number={at + 1} draft={draft} />
      ))}
      <Button small onClick={draft.addPair}>
        {words("staff:legal.addSection")}
      </Button>
      <ValidityFields draft={draft} />
      <TextField
        id={id("note")}
        label={words("staff:legal.note")}
        value={given.note}
        onValue={(note) => set({ note })}
      />
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

/** The fields of a section in both languages. The last section cannot be removed. */
function SectionFields({
  of,
  number,
  draft: { id, given, write, removePair },
}: {
  readonly of: SectionPair;
  readonly number: number;
  readonly draft: LegalDraft;
}) {
  const words = useText();
  return (
    <fieldset className="gap12">
      {LANGUAGES.map((language) => (
        <div key={language} className="gap8" lang={language}>
          <TextField
            id={id(`heading-${of.key}-${language}`)}
            label={words("staff:legal.heading", { number, language: languageFacts(language).name })}
            value={of[language].heading}
            onValue={(heading) => write(of.key, language, { heading })}
          />
          <TextAreaField
            id={id(`text-${of.key}-${language}`)}
            label={words("staff:legal.text", { number, language: languageFacts(language).name })}
            value={of[language].text}
            onValue={(text) => write(of.key, language, { text })}
          />
        </div>
      ))}
      {given.pairs.length === 1 ? null : (
        <Button small onClick={() => removePair(of.key)}>
          {words("staff:legal.removeSection", { number })}
        </Button>
      )}
    </fieldset>
  );
}

/**
 * Two dates of a new version: the first day on which it is in force, and the day until which earlier consents
 * count.
 */
function ValidityFields({ draft: { id, given, set } }: { readonly draft: LegalDraft }) {
  const words = useText();
  return (
    <>
      <TextField
        id={id("from")}
        label={words("staff:legal.from")}
        hint={words("staff:legal.fromHint")}
        inputMode="numeric"
        value={given.day}
        onValue={(day) => set({ day })}
      />
      <label className="row" htmlFor={id("renew")}>
        <input
          id={id("renew")}
          type="checkbox"
          checked={given.renew}
          onChange={(event) => set({ renew: event.target.checked })}
        />{" "}
        {words("staff:legal.renew")}
      </label>
      {given.renew ? (
        <TextField
          id={id("grace")}
          label={words("staff:legal.grace")}
          hint={words("staff:legal.graceHint")}
          inputMode="numeric"
          value={given.grace}
          onValue={(grace) => set({ grace })}
        />
      ) : null}
    </>
  );
}
