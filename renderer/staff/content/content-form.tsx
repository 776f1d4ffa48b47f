import { useEffect, useState } from "react";
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  languageFacts,
} from "../../../engine/values/languages.ts";
import type { ContentDeskItem, ContentPreview } from "../../kit/api/answers.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { formatInstant, formatList } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { ContentBlocks } from "./content-blocks.tsx";
import { PublishedText } from "./content-text.tsx";
import { type Field, labelOfField } from "./content-words.ts";
import { dropContent, keepContent, unsentContent } from "./unsent-content.ts";

/**
 * A form that edits a content item, with Thai and English side by side. Fields that both languages share
 * appear once.
 */
export function ContentForm({
  item,
  onClose,
  onOvertaken,
}: {
  readonly item: ContentDeskItem;
  readonly onClose: () => void;
  /** Called if another draft of the item was submitted first. The typed text is kept. */
  readonly onOvertaken: () => void;
}) {
  const words = useText();
  const draft = useContentDraft(item);
  const close = () => {
    draft.drop();
    onClose();
  };
  const { sending, looking, preview } = useContentCalls({ item, draft, onSent: close, onOvertaken });
  const faultOf = useFaults(sending.failed);
  const fault = useFaultText(item, draft.note, sending) ?? looking.fault;
  return (
    <form
      className="gap16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sending.run(undefined);
      }}
    >
      <p className="small">{words("staff:content.how")}</p>
      <Unsent item={item} of={draft} />
      <Fields item={item} draft={draft} faultOf={faultOf} />
      {draft.isTranslated ? null : <Note tone="warn">{words("staff:content.untranslatedLong")}</Note>}
      <TextField
        id="content-note"
        label={words("staff:content.note")}
        value={draft.note}
        maxLength={1_000}
        error={sending.failed !== null && isShort(draft.note) ? words("staff:content.noteNeeded") : null}
        onValue={draft.setNote}
      />
      <FaultNote fault={fault} />
      <div className="row wraps">
        <Button kind="main" type="submit" busy={sending.busy}>
          {words("staff:content.send")}
        </Button>
        <Button busy={looking.busy} onClick={() => looking.run(undefined)}>
          {words("staff:content.preview")}
        </Button>
        <Cancel isChanged={draft.isChanged} onCancel={close} />
      </div>
      {preview === null ? null : <Preview of={preview} fields={item.fields} />}
    </form>
  );
}

/** A button that closes the form. If text was typed, a dialog first asks whether to discard it. */
function Cancel({ isChanged, onCancel }: { readonly isChanged: boolean; readonly onCancel: () => void }) {
  const words = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => (isChanged ? setAsking(true) : onCancel())}>
        {words("staff:content.cancel")}
      </Button>
      {isAsking ? (
        <Sheet
          title={words("staff:content.discardTitle")}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button kind="danger" wide onClick={onCancel}>
                {words("staff:content.discard")}
              </Button>
              <Button kind="soft" wide onClick={() => setAsking(false)}>
                {words("staff:content.keepWriting")}
              </Button>
            </>
          }
        >
          <p>{words("staff:content.discardText")}</p>
        </Sheet>
      ) : null}
    </>
  );
}

/** The fields of an item, each in both languages or once if both languages share it. */
function Fields({
  item,
  draft,
  faultOf,
}: {
  readonly item: ContentDeskItem;
  readonly draft: ReturnType<typeof useContentDraft>;
  readonly faultOf: ReturnType<typeof useFaults>;
}) {
  return item.fields.map((field) => (
    <div key={field.pointer} className={field.shared ? "contentpair contentpair--one" : "contentpair"}>
      {languagesOf(field).map((language) => (
        <OneField
          key={language}
          field={field}
          language={language}
          value={draft.typed[language][field.pointer] ?? ""}
          error={faultOf(language, field)}
          onValue={(value) => draft.write(language, field.pointer, value)}
        />
      ))}
    </div>
  ));
}

type Typed = Readonly<Record<string, string>>;

/** Says that typed text came back after a reload, and whether another version was published meanwhile. */
function Unsent({
  item,
  of,
}: {
  readonly item: ContentDeskItem;
  readonly of: ReturnType<typeof useContentDraft>;
}) {
  const words = useText();
  if (!of.cameBack && !(of.isChanged && of.isOutdated)) return null;
  const text =
    of.from !== null && !of.isOutdated
      ? words("staff:content.textOf", { at: formatInstant(of.from) })
      : words(of.isOutdated ? "staff:content.unsentOutdated" : "staff:content.unsent");
  return (
    <>
      <Note tone={of.isOutdated ? "warn" : "info"} role="status">
        {text}
        <Button small onClick={of.startOver}>
          {words("staff:content.startOver")}
        </Button>
      </Note>
      {of.isOutdated ? <PublishedText item={item} open /> : null}
    </>
  );
}

/**
 * Holds the typed fields of an item by language and pointer, and the note for the second person. Both are kept
 * in this tab until they are submitted or given up.
 */
function useContentDraft(item: ContentDeskItem) {
  const [unsent, setUnsent] = useState(() => unsentContent(item));
  const [isChanged, setChanged] = useState(unsent !== null);
  const [base, setBase] = useState(unsent?.base ?? item.published);
  const [typed, setTyped] = useState<Readonly<Record<Language, Typed>>>(
    () => unsent?.typed ?? textOf(item.published),
  );
  const [note, setNote] = useState(unsent?.note ?? "");
  const { type, key } = item;
  const from = unsent?.from ?? null;
  const [first] = item.fields;
  const firstId = first === undefined ? null : idOf(first, DEFAULT_LANGUAGE);
  // "Go on with this text" stands below the form, so the focus brings the form into view.
  useEffect(() => {
    if (from !== null && firstId !== null) document.getElementById(firstId)?.focus();
  }, [from, firstId]);
  useEffect(() => {
    if (isChanged) keepContent({ type, key }, { typed, note, base });
  }, [isChanged, type, key, typed, note, base]);
  const drop = () => {
    setChanged(false);
    dropContent(item);
  };
  // If all English fields are empty, the item is submitted as not translated.
  const isTranslated = item.fields.some(
    ({ pointer, shared }) => !shared && (typed.en[pointer] ?? "").trim() !== "",
  );
  return {
    ...{ typed, note, isTranslated },
    /** Whether the text was typed before a reload. */
    cameBack: unsent !== null,
    /** When the version was submitted whose text the form began with; `null` if it is another text. */
    from,
    isChanged,
    /** Whether another version was published after the person began to type. */
    isOutdated: JSON.stringify(base) !== JSON.stringify(item.published),
    setNote: (value: string) => {
      setChanged(true);
      setNote(value);
    },
    write: (language: Language, pointer: string, value: string) => {
      setChanged(true);
      setTyped((before) => ({ ...before, [language]: { ...before[language], [pointer]: value } }));
    },
    drop,
    /** Replaces the typed text by the published one. */
    startOver: () => {
      drop();
      setUnsent(null);
      setBase(item.published);
      setTyped(textOf(item.published));
      setNote("");
    },
    body: () => ({ th: typed.th, en: isTranslated ? { ...typed.en, ...sharedOf(item, typed.th) } : null }),
  };
}

/** Returns the Thai values of the fields that both languages share. */
function sharedOf(item: ContentDeskItem, thai: Typed): Typed {
  const shared = item.fields.filter((one) => one.shared);
  return Object.fromEntries(shared.map(({ pointer }) => [pointer, thai[pointer] ?? ""]));
}

function textOf({ th, en }: ContentDeskItem["published"]): Readonly<Record<Language, Typed>> {
  return { th: th ?? {}, en: en ?? {} };
}

/** Holds the calls that preview the item and submit it. */
function useContentCalls({
  item,
  draft,
  onSent,
  onOvertaken,
}: {
  readonly item: ContentDeskItem;
  readonly draft: ReturnType<typeof useContentDraft>;
  readonly onSent: () => void;
  readonly onOvertaken: () => void;
}) {
  const words = useText();
  const path = { type: item.type, key: item.key };
  const [preview, setPreview] = useState<ContentPreview | null>(null);
  const looking = useAction({
    call: () => call("POST", "/content-desk/{type}/{key}/preview", { path, body: draft.body() }),
    done: setPreview,
    failed: "here",
  });
  const sending = useAction({
    call: () =>
      call("POST", "/content-desk/{type}/{key}", {
        path,
        // If another version was published since the page was loaded, the answer is `content-changed`.
        body: { ...draft.body(), base: item.published, note: draft.note.trim() },
      }),
    changes: ["/content-desk"],
    said: () => words("staff:content.sent"),
    done: onSent,
    failed: (failure) => {
      if (failure.kind === "refused" && failure.code === "content-waits-already") return onOvertaken();
      const [first] = faultyFields(item, failure);
      const id = first ? idOf(first.field, first.language) : isShort(draft.note) ? "content-note" : null;
      if (id !== null) document.getElementById(id)?.focus();
    },
  });
  return { looking, sending, preview };
}

/**
 * Returns a function that finds a field's error in one language. The errors come from the server's response.
 */
function useFaults(failed: ApiFailure | null) {
  const lng = useLanguage();
  return (language: Language, field: Field) => faultAt(failed, language, field)?.message?.[lng] ?? null;
}

function faultAt(failed: ApiFailure | null, language: Language, { pointer }: Field) {
  const place = `/${language}${pointer}`;
  const faults = failed?.kind === "refused" ? failed.fields : [];
  return faults.find((fault) => fault.pointer === place || fault.pointer.startsWith(`${place}/`));
}

/** Returns the fields with an error, in the order of the form. */
function faultyFields({ fields }: ContentDeskItem, failed: ApiFailure | null) {
  return fields
    .flatMap((field) => languagesOf(field).map((language) => ({ field, language })))
    .filter(({ field, language }) => faultAt(failed, language, field) !== undefined);
}

/** Returns the error of a failed submission with the names of its fields; `null` without an error. */
function useFaultText(
  item: ContentDeskItem,
  note: string,
  { fault, failed }: { readonly fault: string | null; readonly failed: ApiFailure | null },
): string | null {
  const words = useText();
  const lng = useLanguage();
  const names = faultyFields(item, failed).map(({ field, language }) => nameOf(field, language, words));
  if (failed !== null && isShort(note)) names.push(words("staff:content.note"));
  if (names.length === 0) return fault;
  return words("staff:content.faulty", { fields: formatList(names, lng) });
}

/** Whether a note for the second person is too short to be sent. */
function isShort(note: string): boolean {
  return note.trim().length < 3;
}

function languagesOf({ shared }: Field): readonly Language[] {
  return shared ? [DEFAULT_LANGUAGE] : LANGUAGES;
}

/** Returns the element id of a field in one language. */
function idOf({ pointer, shared }: Field, language: Language): string {
  return `content${pointer.replaceAll("/", "-")}${shared ? "" : `-${language}`}`;
}

/** Returns the label of a field in one language. */
function nameOf({ pointer, shared }: Field, language: Language, words: ReturnType<typeof useText>): string {
  const name = labelOfField(pointer, words);
  return shared ? name : `${name} · ${languageFacts(language).name}`;
}

/** The content item as the public page will show it, in each language. */
function Preview({ of, fields }: { readonly of: ContentPreview; readonly fields: readonly Field[] }) {
  const words = useText();
  return (
    <div className="contentpair" aria-live="polite">
      {LANGUAGES.map((language) => {
        const shown = of[language];
        return (
          <section key={language} lang={language} className="contentpreview">
            <h2>{languageFacts(language).name}</h2>
            {shown === null ? (
              <p className="small">{words("staff:content.untranslated")}</p>
            ) : shown.fault !== null ? (
              <Note tone="loss">
                {labelOfField(placeOf(fields, shown.fault.pointer), words)}:{" "}
                {words(`warning:errors.${shown.fault.code}`)}
              </Note>
            ) : (
              <ContentBlocks blocks={shown.blocks} />
            )}
          </section>
        );
      })}
    </div>
  );
}

/** Returns the pointer of the field that an error's pointer belongs to; empty if there is no such field. */
function placeOf(fields: readonly Field[], pointer: string): string {
  return (
    fields.find((field) => pointer === field.pointer || pointer.startsWith(`${field.pointer}/`))?.pointer ??
    ""
  );
}

function OneField({
  field,
  language,
  value,
  error,
  onValue,
}: {
  readonly field: Field;
  readonly language: Language;
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
}) {
  const words = useText();
  const common = {
    id: idOf(field, language),
    label: nameOf(field, language, words),
    value,
    error,
    onValue,
  };
  const lang = field.shared ? undefined : language;
  switch (field.kind) {
    case "blocks":
      return <TextAreaField {...common} lang={lang} rows={12} hint={words("staff:content.blocksHint")} />;
    case "lines":
      return <TextAreaField {...common} lang={lang} rows={3} hint={words("staff:content.linesHint")} />;
    case "text":
      return <TextAreaField {...common} lang={lang} rows={3} />;
    case "flag":
    case "choice":
      return (
        <SelectField {...common}>
          {field.kind === "choice" && value === "" ? <option value="">–</option> : null}
          {(field.kind === "flag" ? ["false", "true"] : field.choices).map((choice) => (
            <option key={choice} value={choice}>
              {field.kind === "flag"
                ? words(`staff:content.${choice === "true" ? "yes" : "no"}`)
                : words(`staff:content.choice.${choice}`)}
            </option>
          ))}
        </SelectField>
      );
    case "picture":
      return <PictureField common={common} />;
    case "day":
    case "instant":
      return <TextField {...common} hint={words(`staff:content.${field.kind}Hint`)} autoComplete="off" />;
    default:
      return <TextField {...common} lang={lang} autoComplete="off" />;
  }
}

type Common = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
};

function PictureField({ common }: { readonly common: Common }) {
  const words = useText();
  const { run, busy, fault } = useAction({
    call: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return call("POST", "/content-images", { form });
    },
    done: ({ src }) => common.onValue(src),
    failed: "here",
  });
  return (
    <div className="gap8">
      <TextField
        {...common}
        error={common.error ?? fault}
        hint={words("staff:content.pictureHint")}
        autoComplete="off"
      />
      {common.value === "" ? null : <img className="contentthumb" src={common.value} alt="" />}
      <label className="small" htmlFor={`${common.id}-file`}>
        {words(busy ? "staff:content.uploading" : "staff:content.upload")}{" "}
        <input
          id={`${common.id}-file`}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) run(file);
          }}
        />
      </label>
    </div>
  );
}
