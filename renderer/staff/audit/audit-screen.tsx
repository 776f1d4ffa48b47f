import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditLines } from "../../kit/api/answers.ts";
import { addressOf } from "../../kit/api/calls.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { ScrollSection } from "../../kit/parts/scroll-section.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { AuditFilters, type AuditQuery } from "./audit-filters.tsx";

/** The page of the audit trail. It shows the lines page by page, and whether the trail is complete. */
export default function AuditScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:audit.title")} at="/staff/audit">
      <div className="screen">
        <div>
          <h1 tabIndex={-1}>{words("staff:audit.title")}</h1>
          <p className="mut">{words("staff:audit.intro")}</p>
        </div>
        <Whole />
        <Lines />
      </div>
    </StaffPage>
  );
}

/** The result and time of the last integrity check of the audit trail. */
function Whole() {
  const words = useText();
  const { data } = useQuery(get("/audit"));
  if (data === undefined) return null;
  const { broken, check, head } = data;
  if (broken !== null)
    return (
      <Note tone="loss" role="alert">
        {words("staff:audit.broken", { batch: broken.batch, at: formatInstant(broken.since) })}
      </Note>
    );
  if (head === null) return <Note tone="warn">{words("staff:audit.unchecked")}</Note>;
  const { at, batch, lines } = head.content;
  return (
    <Note tone="gain">
      {words("staff:audit.whole", { at: formatInstant(at), lines, batches: batch })}
      {check?.kind === "whole" && check.unsealed > 0 ? (
        <p className="small">{words("staff:audit.unsealed", { count: check.unsealed })}</p>
      ) : null}
    </Note>
  );
}

function Lines() {
  const words = useText();
  const [query, setQuery] = useState<AuditQuery>({});
  const [before, setBefore] = useState<number | null>(null);
  const page = useQuery({
    ...get("/audit/lines", { query: { ...query, before: before ?? undefined } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <AuditFilters
        onFilter={(wanted) => {
          setBefore(null);
          setQuery(wanted);
        }}
      />
      {page.data ? (
        page.data.lines.length === 0 ? (
          <EmptyState title={words("staff:audit.none")}>{words("staff:audit.intro")}</EmptyState>
        ) : (
          <Table of={page.data} />
        )
      ) : page.isError ? (
        <ErrorState error={page.error} retry={() => void page.refetch()} />
      ) : (
        <LoadingShape rows={6} />
      )}
      <p className="rowwrap">
        {page.data?.next ? (
          <Button onClick={() => setBefore(page.data?.next ?? null)}>{words("staff:audit.older")}</Button>
        ) : null}
        {before === null ? null : (
          <Button onClick={() => setBefore(null)}>{words("staff:audit.newest")}</Button>
        )}
        <a
          className="btn btn--line"
          href={`/api${addressOf("/audit/lines/csv", { query })}`}
          download="audit.csv"
        >
          {words("staff:audit.export")}
        </a>
      </p>
    </>
  );
}

function Table({ of }: { readonly of: AuditLines }) {
  const words = useText();
  return (
    <ScrollSection className="card tablewrap" label={words("staff:audit.title")}>
      <table className="tbl">
        <thead>
          <tr>
            {["at", "who", "what", "object", "change"].map((column) => (
              <th key={column} scope="col">
                {words(`staff:audit.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.lines.map((line) => (
            <tr key={line.id}>
              <td className="num">
                {formatInstant(line.at)}
                {line.sealed ? null : <p className="small">{words("staff:audit.unsealedLine")}</p>}
              </td>
              <td>{line.colleague ?? <span className="code">{line.actor}</span>}</td>
              <td>
                <Badge>{line.action}</Badge>
              </td>
              <td className="code">{line.subject}</td>
              <td>
                {line.from === null && line.to === null ? null : `${short(line.from)} → ${short(line.to)}`}
                {Object.keys(line.detail).length === 0 ? null : (
                  <p className="small code">{JSON.stringify(line.detail)}</p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollSection>
  );
}

/** Returns the beginning of a state's hash, as a short form of the state. */
function short(state: string | null): string {
  return state === null ? "–" : /^[0-9a-f]{64}$/.test(state) ? `${state.slice(0, 12)}…` : state;
}
