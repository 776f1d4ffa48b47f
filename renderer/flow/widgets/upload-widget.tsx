import type { WidgetProps } from "@rjsf/utils";
import { CircleAlert, CircleCheck, FileText, RotateCcw, Trash2, Upload } from "lucide-react";
import { DOCUMENT_TYPES } from "../../kit/api/upload.ts";
import { Button } from "../../kit/parts/button.tsx";
import { formatBytes } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { useFileField } from "./use-file-field.tsx";
import type { UploadState } from "./use-upload.ts";

/**
 * A field for a file or picture: choose, preview, upload with progress, retry. The form stores only the
 * file's reference.
 */
export function UploadWidget(props: WidgetProps) {
  const words = useText();
  const { attributes, upload, input, choose } = useFileField(props, DOCUMENT_TYPES);
  const { state, retry, remove } = upload;
  return (
    <div className="upload">
      {input}
      <UploadStatus state={state} retry={retry} />
      <div className="row">
        <Button wide kind={state.kind === "empty" ? "soft" : "line"} onClick={choose} {...attributes}>
          <Upload size={18} aria-hidden="true" />
          {words(state.kind === "empty" ? "common:upload.choose" : "common:upload.chooseOther")}
        </Button>
        {state.kind === "empty" ? null : (
          <button type="button" className="iconbtn" aria-label={words("button:remove")} onClick={remove}>
            <Trash2 size={20} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

/** The picture with its upload state: the progress, "done", or the error with a retry button. */
export function UploadStatus({ state, retry }: { readonly state: UploadState; readonly retry: () => void }) {
  const words = useText();
  if (state.kind === "empty") return null;
  return (
    <div translate="no" className="uploadstatus" aria-live="polite">
      {state.preview ? (
        <img src={state.preview} alt={words("common:upload.preview")} />
      ) : state.kind === "sent" ? (
        <p className="row mut">
          <FileText size={20} aria-hidden="true" /> {state.file?.name ?? words("common:upload.keptFile")}
        </p>
      ) : null}
      {state.kind === "sending" ? (
        <div>
          <p className="s14 mut">
            {words("common:upload.sending", { percent: Math.round(state.share * 100) })}
          </p>
          <progress
            className="bar"
            max={1}
            value={state.share}
            aria-label={words("common:upload.progress")}
          />
        </div>
      ) : null}
      {state.kind === "sent" ? (
        <p className="s14 row">
          <CircleCheck className="ok" size={18} aria-hidden="true" /> {words("common:upload.sent")}
          {state.file ? (
            <span translate="no" className="mut num">
              {formatBytes(state.file.size)}
            </span>
          ) : null}
        </p>
      ) : null}
      {state.kind === "failed" ? (
        <div className="row between wraps">
          <p className="err">
            <CircleAlert size={16} aria-hidden="true" />
            <span>{state.message}</span>
          </p>
          {state.again ? (
            <button type="button" className="link" onClick={retry}>
              <RotateCcw size={16} aria-hidden="true" /> {words("button:retry")}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
