import { useQuery } from "@tanstack/react-query";
import type { ErasureDone } from "../kit/api/answers.ts";
import { get } from "../kit/api/query.ts";
import { Note } from "../kit/parts/note.tsx";
import { formatDate, formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";

/**
 * Shows which data an erasure would delete, which data the law requires to keep, and what must be settled
 * first.
 */
export function ErasureOutlook({ person }: { readonly person: string }) {
  const words = useText();
  const { data } = useQuery(get("/people/{id}/erasure", { path: { id: person } }));
  if (data === undefined) return null;
  if (data.done !== null) return <Erased of={data.done} />;
  return (
    <section className="gap8" aria-label={words("staff:erasure.title")}>
      {data.hindrances.length === 0 ? null : (
        <Note tone="loss">
          <p>{words("staff:erasure.first")}</p>
          <ul className="list">
            {data.hindrances.map(({ kind, count }) => (
              <li key={kind}>{words(`staff:erasure.hindrance.${kind}`, { count })}</li>
            ))}
          </ul>
        </Note>
      )}
      <Note tone="info">
        {data.years === null ? (
          <p>{words("staff:erasure.whole")}</p>
        ) : (
          <>
            <p>{words("staff:erasure.part", { count: data.years })}</p>
            <ul className="list">
              {data.kept.map(({ kind, years }) => (
                <li key={kind}>{words(`staff:erasure.kept.${kind}`, { count: years })}</li>
              ))}
            </ul>
          </>
        )}
        {data.visitorCases === 0 ? null : (
          <p>{words("staff:erasure.visitorCases", { count: data.visitorCases })}</p>
        )}
      </Note>
    </section>
  );
}

/**
 * A note that a person's data was erased. It says until when the law requires the company to keep a part of
 * the data.
 */
export function Erased({ of }: { readonly of: ErasureDone }) {
  const words = useText();
  const { at, reference, keepUntil } = of;
  return (
    <Note tone="warn">
      {keepUntil === null
        ? words("staff:erasure.done", { at: formatInstant(at), reference })
        : words("staff:erasure.doneInPart", {
            at: formatInstant(at),
            reference,
            until: formatDate(keepUntil),
          })}
    </Note>
  );
}
