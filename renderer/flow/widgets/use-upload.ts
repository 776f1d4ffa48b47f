import { useEffect, useRef, useState } from "react";
import type { StoredFile } from "../../kit/api/answers.ts";
import { failureText } from "../../kit/api/client.ts";
import { formatBytes } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { useFlowBackend } from "../flow-backend.ts";
import { kindsOf, problemOf, purposeOf, sidesOf } from "./file-problem.ts";

/** The state of an upload. `kept`: sent on an earlier visit. */
export type UploadState =
  | { readonly kind: "empty" }
  | { readonly kind: "sending"; readonly share: number; readonly preview: string | null }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly preview: string | null;
      readonly again: boolean;
    }
  | { readonly kind: "sent"; readonly file: StoredFile | null; readonly preview: string | null };

/** Sends files one at a time and reports the reference to the form; a new choice replaces an older one. */
export function useUpload(of: {
  readonly value: unknown;
  readonly purpose: string;
  /** Accepted MIME types, comma-separated as in `accept`. */
  readonly accept: string;
  readonly onStored: (id: string | undefined) => void;
}) {
  const words = useText();
  const backend = useFlowBackend();
  const [state, setState] = useState<UploadState>(
    typeof of.value === "string" ? { kind: "sent", file: null, preview: null } : { kind: "empty" },
  );
  const running = useRef<AbortController | null>(null);
  const last = useRef<{ blob: Blob; name: string } | null>(null);
  const preview = useRef<string | null>(null);
  const begun = useRef(typeof of.value === "string" ? of.value : null);

  useEffect(() => {
    let here = true;
    const kept = begun.current;
    if (kept !== null)
      void backend.picture(kept).then((url) => {
        if (!here || url === null) return;
        preview.current = url;
        setState((now) => (now.kind === "sent" && now.preview === null ? { ...now, preview: url } : now));
      });
    return () => {
      here = false;
      running.current?.abort();
      if (preview.current) URL.revokeObjectURL(preview.current);
    };
  }, [backend]);

  const wordsOfProblem = async (blob: Blob): Promise<string | null> => {
    const purpose = purposeOf(of.purpose);
    const wrong = problemOf(blob, { accept: of.accept, megabytes: purpose.megabytes });
    if (wrong !== null)
      return words(`common:upload.${wrong}`, {
        limit: `${purpose.megabytes} MB`,
        size: formatBytes(blob.size),
        kinds: kindsOf(purpose),
      });
    const { leastSide = 0 } = purpose;
    const isPicture = blob.type.startsWith("image/");
    const sides = isPicture ? await sidesOf(blob) : null;
    if (isPicture && sides === null) return words("common:upload.unreadable");
    return sides !== null && Math.min(sides.width, sides.height) < leastSide
      ? words("common:upload.tooSmall", { ...sides, leastSide })
      : null;
  };

  const send = async (blob: Blob, name: string) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    last.current = { blob, name };
    if (preview.current) URL.revokeObjectURL(preview.current);
    preview.current = null;
    // From here on the earlier file is no longer the answer: submitting too early waits instead of sending it.
    of.onStored(undefined);
    setState({ kind: "sending", share: 0, preview: null });
    // Checked before sending, which may take a minute.
    const wrong = await wordsOfProblem(blob);
    if (mine.signal.aborted) return;
    if (wrong !== null) {
      setState({ kind: "failed", message: wrong, preview: null, again: false });
      return;
    }
    // Shown only if the browser can open it: a broken picture must not be accepted.
    preview.current = blob.type.startsWith("image/") ? URL.createObjectURL(blob) : null;
    const shown = preview.current;
    setState({ kind: "sending", share: 0, preview: shown });
    const answer = await backend.sendFile({
      file: blob,
      name,
      purpose: of.purpose,
      signal: mine.signal,
      onProgress: (share) => !mine.signal.aborted && setState({ kind: "sending", share, preview: shown }),
    });
    if (mine.signal.aborted) return;
    if (answer.ok) {
      setState({ kind: "sent", file: answer.value, preview: shown });
      of.onStored(answer.value.id);
    } else {
      setState({ kind: "failed", message: failureText(answer.error, words), preview: shown, again: true });
    }
  };

  return {
    state,
    send,
    retry: () => {
      if (last.current) void send(last.current.blob, last.current.name);
    },
    remove: () => {
      running.current?.abort();
      last.current = null;
      setState({ kind: "empty" });
      of.onStored(undefined);
    },
  };
}
