import { useQuery } from "@tanstack/react-query";
import { get } from "../../kit/api/query.ts";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";

/** Shows the legal document that is in force, with its version and date. */
export function LegalText({
  document,
  under = 2,
}: {
  readonly document: string;
  /** Level of the heading above the document. */
  readonly under?: 1 | 2;
}) {
  const words = useText();
  const lng = useLanguage();
  const found = useQuery(legal(document));
  if (found.isPending) return <LoadingShape rows={6} />;
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  const { content, effectiveFrom } = found.data;
  const { version, mark, sections } = content[lng];
  const Heading = under === 1 ? "h2" : "h3";
  return (
    <div className="legal" lang={lng}>
      <p className="small">{words("common:legal.version", { version, date: formatDate(effectiveFrom) })}</p>
      {mark === undefined ? null : <p>{mark}</p>}
      {sections.map(({ heading, text }) => (
        <section key={heading}>
          <Heading>{heading}</Heading>
          {text.split(/\n+/).map((paragraph) => (
            <p key={paragraph}>{keepWhole(paragraph)}</p>
          ))}
        </section>
      ))}
    </div>
  );
}

/**
 * Returns a legal document's title (a general one until the document loads), whether its text has loaded, and
 * its version.
 */
export function useLegal(document: string | undefined): {
  readonly title: string;
  readonly there: boolean;
  readonly version: string | null;
} {
  const words = useText();
  const lng = useLanguage();
  const { data } = useQuery({ ...legal(document ?? ""), enabled: document !== undefined });
  return {
    title: data?.content[lng].title ?? words("common:legal.title"),
    there: data !== undefined,
    version: data?.version ?? null,
  };
}

function legal(document: string) {
  return get("/legal/{document}", { path: { document } });
}
