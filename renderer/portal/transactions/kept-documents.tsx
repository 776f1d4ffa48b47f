import type { UseQueryResult } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { ok } from "../../../engine/values/result.ts";
import type { AccountDocument } from "../../kit/api/answers.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { saveDocument } from "./document-download.ts";

/** A document as a list shows it: `name` for the saved file, `spoken` for screen readers, `shown` for the row. */
type KeptRow = { readonly name: string; readonly spoken: string; readonly shown: ReactNode };

/** The documents of an account, each with a button that saves it. */
export function KeptDocuments<Document extends AccountDocument>({
  kept,
  documents,
  none,
  rowOf,
}: {
  readonly kept: UseQueryResult;
  readonly documents: readonly Document[] | undefined;
  /** The message shown if there are no documents. */
  readonly none: { readonly title: string; readonly text: string };
  readonly rowOf: (document: Document) => KeptRow;
}) {
  const words = useText();
  const { run, doing } = useAction({
    call: async (one: Document) => {
      await saveDocument(one.id, `${rowOf(one).name}.${one.format}`);
      return ok(null);
    },
  });
  return (
    <>
      {kept.isPending ? <LoadingShape rows={2} /> : null}
      {kept.isError ? <ErrorState error={kept.error} retry={() => void kept.refetch()} /> : null}
      {documents?.length === 0 ? (
        <EmptyState icon={FileText} title={none.title}>
          {none.text}
        </EmptyState>
      ) : null}
      {documents && documents.length > 0 ? (
        <ul className="card list kept">
          {documents.map((one) => (
            <li key={one.id} className="item">
              <span className="ava ava--plain">
                <FileText size={20} aria-hidden="true" />
              </span>
              <span>{rowOf(one).shown}</span>
              <span className="right">
                <Button kind="soft" small busy={doing?.id === one.id} onClick={() => run(one)}>
                  {words("my-account:statements.download")}
                  <span className="sr"> {rowOf(one).spoken}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
