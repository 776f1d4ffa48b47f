import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { PayInCode } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { PICTURE_TYPES, sendFile } from "../../kit/api/upload.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { FileInput } from "../../kit/parts/file-input.tsx";
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
  const { slip, maySendSlip } = of;
  if (slip === null && !maySendSlip) return null;
  return (
    <section className="card card--pad gap8" aria-labelledby="slip">
      <h2 id="slip">{words("my-orders:payIn.slip.title")}</h2>
      {slip === null ? null : <SentSlip of={slip} />}
      {maySendSlip ? <SendSlip order={order} waiting={slip?.state === "WAITING" ? slip.id : null} /> : null}
    </section>
  );
}

/** A slip that was sent: what became of it, and its picture. */
function SentSlip({ of }: { readonly of: NonNullable<PayInCode["slip"]> }) {
  const words = useText();
  return (
    <>
      {of.state === "WAITING" ? (
        <Note tone="info" role="status">
          {words("my-orders:payIn.slip.waiting", { at: formatInstant(of.sentAt) })}
        </Note>
      ) : null}
      {of.state === "REFUSED" ? (
        <Note tone="warn">{words("my-orders:payIn.slip.refused", { reason: of.reason ?? "" })}</Note>
      ) : null}
      {of.state === "CONFIRMED" ? <Note tone="gain">{words("my-orders:payIn.slip.confirmed")}</Note> : null}
      <PrivateImage
        key={of.file}
        url={`/api/files/${of.file}/preview`}
        alt={words("my-orders:payIn.slip.title")}
      />
    </>
  );
}

/** Chooses and sends a slip, in place of the one that waits. */
function SendSlip({
  order,
  waiting,
}: {
  readonly order: string;
  /** The id of the slip that is replaced. */
  readonly waiting: string | null;
}) {
  const words = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const { sending, share } = useSlipUpload(order, waiting);
  return (
    <>
      {waiting === null ? <p className="small">{words("my-orders:payIn.slip.how")}</p> : null}
      <FileInput chooser={chooser} accept={PICTURE_TYPES} onFile={(file) => sending.run(file)} />
      <Button
        wide
        kind={waiting === null ? "line" : "plain"}
        busy={sending.busy}
        onClick={() => chooser.current?.click()}
      >
        <Upload size={18} aria-hidden="true" />{" "}
        {words(`my-orders:payIn.slip.${waiting === null ? "choose" : "replace"}`)}
      </Button>
      {sending.busy ? (
        <progress className="bar" max={1} value={share} aria-label={words("my-orders:payIn.slip.progress")} />
      ) : null}
      {sending.fault === null ? null : (
        <Note tone="loss" role="alert">
          {sending.fault}
        </Note>
      )}
    </>
  );
}

/** Uploads a picture and hands it in as the order's slip; `share` of it is sent, from 0 to 1. */
function useSlipUpload(order: string, waiting: string | null) {
  const words = useText();
  const [share, setShare] = useState(0);
  const sending = useAction({
    call: async (file: File) => {
      const signal = new AbortController().signal;
      const stored = await sendFile({ file, name: file.name, purpose: "slip", onProgress: setShare, signal });
      if (!stored.ok) return stored;
      return await call("POST", "/orders/{id}/slips", {
        path: { id: order },
        body: { file: stored.value.id, ...(waiting === null ? {} : { replaces: waiting }) },
      });
    },
    changes: [`/orders/${order}`],
    said: () => words("my-orders:payIn.slip.sent"),
    failed: "here",
  });
  return { sending, share };
}
