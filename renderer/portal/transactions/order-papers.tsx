import { FileCheck, ReceiptText } from "lucide-react";
import { useFlag } from "../../kit/api/flags.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { isZero, type OrderWithTimeline } from "../parts/records.ts";
import { saveContractNote, saveInvoice } from "./document-download.ts";

/** The documents of an allotted order: its contract note, and the tax invoice of its fee. */
export function OrderPapers({ order }: { readonly order: OrderWithTimeline }) {
  const words = useText();
  const language = useLanguage();
  const hasInvoice = useFlag("invoice-download") && order.fee !== null && !isZero(order.fee);
  const { run, doing, fault } = useAction({
    call: (paper: "note" | "invoice") =>
      paper === "note" ? saveContractNote(order, language) : saveInvoice(order, language),
    changes: ["/documents"],
    failed: "here",
  });
  if (order.status !== "ALLOTTED") return null;
  return (
    <section>
      <div className="sechead">
        <h2>{words("my-orders:order.papers.title")}</h2>
      </div>
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
      <div className="gap8">
        <Button wide busy={doing === "note"} onClick={() => run("note")}>
          <FileCheck size={20} aria-hidden="true" /> {words("my-orders:orders.note")}
        </Button>
        {hasInvoice ? (
          <Button wide busy={doing === "invoice"} onClick={() => run("invoice")}>
            <ReceiptText size={20} aria-hidden="true" /> {words("my-orders:order.papers.invoice")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
