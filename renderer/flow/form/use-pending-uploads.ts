import { useRef } from "react";
import { useText } from "../../kit/text/i18n.ts";
import type { FormParts } from "./parts.ts";

/** Time in milliseconds that RJSF needs to pass a file on after the widget reported it. */
const SETTLE_MS = 60;

/**
 * Tracks the files of a form that are still being sent. A submission waits for them and continues when the
 * last file has arrived.
 */
export function usePendingUploads(formId: string) {
  const words = useText();
  const sending = useRef(new Set<string>());
  const submitsAfterwards = useRef(false);
  const report: FormParts["upload"] = (pointer, state) => {
    if (state === "sending") sending.current.add(pointer);
    else sending.current.delete(pointer);
    // The field shows the upload error. If the file is optional, the person can press the button again to
    // submit without the file.
    if (state === "failed") submitsAfterwards.current = false;
    if (!submitsAfterwards.current || sending.current.size > 0) return;
    submitsAfterwards.current = false;
    setTimeout(() => {
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) form.requestSubmit();
    }, SETTLE_MS);
  };
  return {
    report,
    isSending: (pointer: string) => sending.current.has(pointer),
    /** Returns one error for each file that is still being sent. */
    errors: () =>
      [...sending.current].map((pointer) => ({
        pointer,
        code: "file-ref",
        text: words("common:upload.wait"),
      })),
    /** Sets whether the form is submitted once the last file has arrived. */
    submitAfterwards: (on: boolean) => {
      submitsAfterwards.current = on;
    },
  };
}
