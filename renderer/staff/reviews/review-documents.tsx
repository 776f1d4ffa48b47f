import type { Review } from "../../kit/api/answers.ts";
import { PrivateImage } from "../../kit/parts/private-image.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { PrivateDocument } from "../private-document.tsx";
import type { SentFields } from "./sent-fields.ts";
import "./reviews.css";

type Document = Review["documents"][number];

/** Kinds of documents that are always pictures. All other kinds may be PDFs. */
const PICTURES: readonly string[] = ["cardFront", "cardBack", "selfie"];

/**
 * The documents of an application. Pictures of card and face are shown; all other documents can be opened.
 */
export function ReviewDocuments({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  const plate = (kind: Document["kind"]) => <Plate of={of.documents.find((one) => one.kind === kind)} />;
  return (
    <section className="gap12" aria-label={words("staff:review.documents")}>
      {plate("cardFront")}
      <div className="facepair">
        {plate("cardBack")}
        {plate("selfie")}
      </div>
      {of.documents
        .filter(({ kind }) => !PICTURES.includes(kind))
        .map(({ kind, url, scanned }) => (
          <div className="rowwrap" key={kind}>
            <PrivateDocument url={url} label={fields.label(kind)} name={`${of.reference}-${kind}`} />
            <ScanSign scanned={scanned} />
          </div>
        ))}
    </section>
  );
}

function Plate({ of }: { readonly of: Document | undefined }) {
  const words = useText();
  if (of === undefined) return null;
  return (
    <figure className="darkplate">
      <PrivateImage url={of.preview} alt={words(`staff:review.${of.kind}`)} />
      <figcaption className="s14">
        <span>{words(`staff:review.${of.kind}`)}</span> <ScanSign scanned={of.scanned} />
      </figcaption>
    </figure>
  );
}

/** The result of the virus scan. Renders nothing if the document is clean. */
function ScanSign({ scanned }: { readonly scanned: Document["scanned"] }) {
  const words = useText();
  if (scanned === "clean") return null;
  return (
    <Badge tone={scanned === "infected" ? "loss" : "warn"}>{words(`staff:review.scanned.${scanned}`)}</Badge>
  );
}
