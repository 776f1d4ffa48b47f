import type { Review } from "../../kit/api/answers.ts";
import { PrivateImage } from "../../kit/parts/private-image.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { PrivateDocument } from "../private-document.tsx";

import type { SentFields } from "./sent-fields.ts";

import "./reviews.css";

type Change = Review["changed"][number];

const PICTURES: ReadonlySet<string> = new Set(["cardFront", "cardBack", "selfie"]);
const PAPERS: ReadonlySet<string> = new Set([
  "identityDocument",
  "lossOfNationality",
  "companyCertificate",
  "shareholderList",
]);

/** The changes since the last submission, with old and new values side by side. */
export function ReviewChanges({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  if (of.changed.length === 0) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{words("staff:review.changes.title")}</h2>
      <table className="tbl oldnew">
        <thead>
          <tr>
            <th scope="col">{words("staff:review.changes.item")}</th>
            <th scope="col">{words("staff:review.changes.before")}</th>
            <th scope="col">{words("staff:review.changes.after")}</th>
          </tr>
        </thead>
        <tbody>
          {of.changed.map((change) => (
            <tr key={change.name} data-changed={change.name}>
              <th scope="row">{fields.label(change.name)}</th>
              <td>
                <Value of={change} when="before" reference={of.reference} fields={fields} />
              </td>
              <td>
                <b>
                  <Value of={change} when="after" reference={of.reference} fields={fields} />
                </b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({
  of,
  when,
  reference,
  fields,
}: {
  readonly of: Change;
  readonly when: "before" | "after";
  readonly reference: string;
  readonly fields: SentFields;
}) {
  const words = useText();
  const value = of[when];
  const label = `${fields.label(of.name)}: ${words(`staff:review.changes.${when}`)}`;
  const url = `/api/files/${String(value)}`;
  if (typeof value === "string" && PICTURES.has(of.name))
    return <PrivateImage url={`${url}/preview`} alt={label} />;
  if (typeof value === "string" && PAPERS.has(of.name))
    return <PrivateDocument url={url} label={label} name={`${reference}-${of.name}-${when}`} />;
  return fields.value(of.name, value);
}
