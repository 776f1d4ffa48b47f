import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import type { StoredFile } from "../../kit/api/answers.ts";
import { failureText } from "../../kit/api/client.ts";
import { formatBytes } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { useFlowBackend } from "../flow-backend.ts";
import { kindsOf, problemOf, purposeOf, sidesOf } from "./file-problem.ts";

/** The state of an upload. `kept`: the file was sent on an earlier visit. */
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

/**
 * Sends files one at a time and reports each stored file's reference to the form. A new choice replaces an
 * older one.
 */
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
  const preview = usePreview(of.value, setState);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (blob: Blob, name: string) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    last.current = { blob, name };
    preview.drop();
    // The earlier file is no longer the answer. An early submission therefore waits for the new file and does
    // not send the old one.
    of.onStored(undefined);
    setState({ kind: "sending", share: 0, preview: null });
    // The file is checked before it is sent, because sending may take a minute.
    const wrong = await faultOf(blob, of, words);
    if (mine.signal.aborted) return;
    if (wrong !== null) return setState({ kind: "failed", message: wrong, preview: null, again: false });
    const shown = preview.show(blob);
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
  const retry = () => {
    if (last.current) void send(last.current.blob, last.current.name);
  };
  const remove = () => {
    running.current?.abort();
    last.current = null;
    setState({ kind: "empty" });
    of.onStored(undefined);
  };
  return { state, send, retry, remove };
}

/**
 * Returns the address of the shown picture. The address is freed when the field is removed. If the person
 * uploaded a file on an earlier visit, the first picture is that file (`kept`).
 */
function usePreview(kept: unknown, setState: Dispatch<SetStateAction<UploadState>>) {
  const backend = useFlowBackend();
  const address = useRef<string | null>(null);
  const begun = useRef(typeof kept === "string" ? kept : null);
  useEffect(() => {
    let here = true;
    if (begun.current !== null)
      void backend.picture(begun.current).then((url) => {
        if (url === null) return;
        // The person may have chosen another file in the meantime.
        if (!here || begun.current === null) return URL.revokeObjectURL(url);
        address.current = url;
        setState((now) => (now.kind === "sent" && now.preview === null ? { ...now, preview: url } : now));
      });
    return () => {
      here = false;
      if (address.current) URL.revokeObjectURL(address.current);
    };
  }, [backend, setState]);
  return {
    drop: () => {
      begun.current = null;
      if (address.current) URL.revokeObjectURL(address.current);
      address.current = null;
    },
    /** Returns the address of a picture that the browser can open; `null` for other files. */
    show: (blob: Blob): string | null => {
      address.current = blob.type.startsWith("image/") ? URL.createObjectURL(blob) : null;
      return address.current;
    },
  };
}

/**
 * Returns why a file cannot be sent, as a readable text: its kind, its size, or too few pixels. Returns
 * `null` if the file can be sent.
 */
async function faultOf(
  blob: Blob,
  of: { readonly purpose: string; readonly accept: string },
  words: Translate,
): Promise<string | null> {
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
  // A picture that the browser cannot open is broken, and must not be accepted.
  if (isPicture && sides === null) return words("common:upload.unreadable");
  return sides !== null && Math.min(sides.width, sides.height) < leastSide
    ? words("common:upload.tooSmall", { ...sides, leastSide })
    : null;
}
