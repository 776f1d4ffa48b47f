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
import { FileInput } from "../../kit/parts/file-input.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatBytes } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

const MOST_FILES = 5;

/** A text with documents for the desk: an answer to its question, or that the case is not resolved. */
export function CaseReply(props: CaseReplyProps) {
  const { id, label, submit } = props;
  const words = useText();
  const { text, setText, files, setFiles, missing, sending, uploading, send } = useReply(props);
  return (
    <div className="gap12">
      <TextAreaField
        id={id}
        label={label}
        value={text}
        maxLength={4000}
        rows={4}
        error={missing ? words("my-account:cases.writeSomething") : null}
        onValue={setText}
      />
      {files.map((file) => (
        <AttachedFile
          key={file.id}
          of={file}
          onRemove={() => setFiles((before) => before.filter((one) => one.id !== file.id))}
        />
      ))}
      <AddFile
        full={files.length >= MOST_FILES}
        busy={uploading.busy}
        onFile={(file) => uploading.run(file)}
      />
      <Fault text={uploading.fault} />
      <Fault text={sending.fault} />
      <Button kind="main" wide busy={sending.busy} onClick={send}>
        {submit}
      </Button>
    </div>
  );
}

type CaseReplyProps = {
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
};

/** The text and documents, kept over a reload, with the calls that upload and send them. */
function useReply({ id, draft, send, done }: CaseReplyProps) {
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
  return {
    text,
    setText: (value: string) => {
      setText(value);
      setMissing(false);
    },
    files,
    setFiles,
    missing,
    uploading,
    sending,
    /** Sends the reply, or says that it is too short. */
    send: () => {
      const isMissing = text.trim().length < 3;
      setMissing(isMissing);
      if (isMissing) document.getElementById(id)?.focus();
      else if (!uploading.busy) sending.run(undefined);
    },
  };
}

function AttachedFile({ of, onRemove }: { readonly of: StoredFile; readonly onRemove: () => void }) {
  const words = useText();
  return (
    <div className="row between">
      <span className="row">
        <FileText size={20} aria-hidden="true" />
        <span className="wrap">
          {of.name}{" "}
          <span translate="no" className="mut num">
            {formatBytes(of.size)}
          </span>
        </span>
      </span>
      <button
        type="button"
        className="iconbtn"
        aria-label={words("my-account:cases.remove", { name: of.name })}
        onClick={onRemove}
      >
        <Trash2 size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/** The button that opens the file chooser; hidden when there are as many files as may be sent. */
function AddFile({
  full,
  busy,
  onFile,
}: {
  readonly full: boolean;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}) {
  const words = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput chooser={chooser} accept={DOCUMENT_TYPES} onFile={onFile} />
      {full ? null : (
        <Button wide busy={busy} onClick={() => chooser.current?.click()}>
          <Upload size={18} aria-hidden="true" /> {words("my-account:cases.addFile")}
        </Button>
      )}
    </>
  );
}

function Fault({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <Note tone="loss" role="alert">
      {text}
    </Note>
  );
}
