import { FileText, Trash2, Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { CaseStep, StoredFile } from "../../kit/api/answers.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";
import { DOCUMENT_TYPES, sendFile } from "../../kit/api/upload.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatBytes } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

const MOST_FILES = 5;

/** A text with documents for the desk: an answer to its question, or that the case is not resolved. */
export function CaseReply({
  id,
  draft,
  label,
  submit,
  send,
  done,
}: {
  /** The id of its field. */
  readonly id: string;
  /** The case, under which text and documents are kept over a reload. */
  readonly draft: string;
  readonly label: string;
  readonly submit: string;
  readonly send: (reply: {
    readonly text: string;
    readonly files: readonly string[];
  }) => Promise<Result<CaseStep, ApiFailure>>;
  readonly done: () => void;
}) {
  const words = useText();
  const key = `draft:case:${draft}`;
  const [kept] = useState(() => keptForVisit(key));
  const [text, setText] = useState(String(kept?.text ?? ""));
  const [files, setFiles] = useState((kept?.files ?? []) as readonly StoredFile[]);
  useEffect(() => {
    if (text === "" && files.length === 0) dropForVisit(key);
    else keepForVisit(key, { text, files });
  }, [key, text, files]);
  const [missing, setMissing] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const uploading = useAction({
    call: async (file: File) =>
      await sendFile({
        file,
        name: file.name,
        purpose: "case-document",
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    done: (stored) => setFiles((before) => [...before, stored]),
    failed: "here",
  });
  const sending = useAction({
    call: () => send({ text: text.trim(), files: files.map((file) => file.id) }),
    changes: ["/my-cases"],
    said: () => words("my-account:cases.sent"),
    done: () => {
      dropForVisit(key);
      done();
    },
    failed: "here",
  });
  const submitted = () => {
    const isMissing = text.trim().length < 3;
    setMissing(isMissing);
    if (isMissing) document.getElementById(id)?.focus();
    else if (!uploading.busy) sending.run(undefined);
  };
  return (
    <div className="gap12">
      <TextAreaField
        id={id}
        label={label}
        value={text}
        maxLength={4000}
        rows={4}
        error={missing ? words("my-account:cases.writeSomething") : null}
        onValue={(value) => {
          setText(value);
          setMissing(false);
        }}
      />
      {files.map((file) => (
        <div key={file.id} className="row between">
          <span className="row">
            <FileText size={20} aria-hidden="true" />
            <span className="wrap">
              {file.name}{" "}
              <span translate="no" className="mut num">
                {formatBytes(file.size)}
              </span>
            </span>
          </span>
          <button
            type="button"
            className="iconbtn"
            aria-label={words("my-account:cases.remove", { name: file.name })}
            onClick={() => setFiles((before) => before.filter((one) => one.id !== file.id))}
          >
            <Trash2 size={20} aria-hidden="true" />
          </button>
        </div>
      ))}
      <input
        ref={chooser}
        className="sr"
        type="file"
        accept={DOCUMENT_TYPES}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) uploading.run(file);
        }}
      />
      {files.length < MOST_FILES ? (
        <Button wide busy={uploading.busy} onClick={() => chooser.current?.click()}>
          <Upload size={18} aria-hidden="true" /> {words("my-account:cases.addFile")}
        </Button>
      ) : null}
      {[uploading.fault, sending.fault].map((fault, at) =>
        fault === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places, always the same
          <Note key={at} tone="loss" role="alert">
            {fault}
          </Note>
        ),
      )}
      <Button kind="main" wide busy={sending.busy} onClick={submitted}>
        {submit}
      </Button>
    </div>
  );
}
