import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { PayInCode } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { PICTURE_TYPES, sendFile } from "../../kit/api/upload.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PrivateImage } from "../../kit/parts/private-image.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/**
 * The slip of an order: sent, being checked, or rejected with the reason, with its picture. It can be replaced until it
 * is decided. Renders nothing if there is no slip and none is accepted.
 */
export function PayInSlip({ order, of }: { readonly order: string; readonly of: PayInCode }) {
  const words = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const sending = useAction({
    call: async (file: File) => {
      const signal = new AbortController().signal;
      const stored = await sendFile({ file, name: file.name, purpose: "slip", onProgress: setShare, signal });
      if (!stored.ok) return stored;
      return await call("POST", "/orders/{id}/slips", {
        path: { id: order },
        body: { file: stored.value.id, ...(of.slip?.state === "WAITING" ? { replaces: of.slip.id } : {}) },
      });
    },
    changes: [`/orders/${order}`],
    said: () => words("my-orders:payIn.slip.sent"),
    failed: "here",
  });
  const { slip, maySendSlip } = of;
  if (slip === null && !maySendSlip) return null;
  const isWaiting = slip?.state === "WAITING";
  return (
    <section className="card card--pad gap8" aria-labelledby="slip">
      <h2 id="slip">{words("my-orders:payIn.slip.title")}</h2>
      {slip !== null && isWaiting ? (
        <Note tone="info" role="status">
          {words("my-orders:payIn.slip.waiting", { at: formatInstant(slip.sentAt) })}
        </Note>
      ) : null}
      {slip?.state === "REFUSED" ? (
        <Note tone="warn">{words("my-orders:payIn.slip.refused", { reason: slip.reason ?? "" })}</Note>
      ) : null}
      {slip?.state === "CONFIRMED" ? (
        <Note tone="gain">{words("my-orders:payIn.slip.confirmed")}</Note>
      ) : null}
      {slip === null ? null : (
        <PrivateImage
          key={slip.file}
          url={`/api/files/${slip.file}/preview`}
          alt={words("my-orders:payIn.slip.title")}
        />
      )}
      {maySendSlip ? (
        <>
          {isWaiting ? null : <p className="small">{words("my-orders:payIn.slip.how")}</p>}
          <input
            ref={chooser}
            className="sr"
            type="file"
            accept={PICTURE_TYPES}
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Allows choosing the same picture again.
              event.target.value = "";
              if (file) sending.run(file);
            }}
          />
          <Button
            wide
            kind={isWaiting ? "plain" : "line"}
            busy={sending.busy}
            onClick={() => chooser.current?.click()}
          >
            <Upload size={18} aria-hidden="true" />{" "}
            {words(`my-orders:payIn.slip.${isWaiting ? "replace" : "choose"}`)}
          </Button>
          {sending.busy ? (
            <progress
              className="bar"
              max={1}
              value={share}
              aria-label={words("my-orders:payIn.slip.progress")}
            />
          ) : null}
          {sending.fault === null ? null : (
            <Note tone="loss" role="alert">
              {sending.fault}
            </Note>
          )}
        </>
      ) : null}
    </section>
  );
}
