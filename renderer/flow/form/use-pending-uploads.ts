import { useRef } from "react";
import { useText } from "../../kit/text/i18n.ts";
import type { FormParts } from "./parts.ts";

/** RJSF passes a file on after the widget reported it. */
const SETTLE_MS = 60;

/** The files of a form that are still being sent: submitting waits for them, and goes on when the last has arrived. */
export function usePendingUploads(formId: string) {
  const words = useText();
  const sending = useRef(new Set<string>());
  const submitsAfterwards = useRef(false);
  const report: FormParts["upload"] = (pointer, state) => {
    if (state === "sending") sending.current.add(pointer);
    else sending.current.delete(pointer);
    // The field shows the error; a second press continues without the file if it is optional.
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
    /** One error for each file that is being sent. */
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
