import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { ReviewEntry } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Listed } from "../../kit/parts/listed.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Pick } from "../../kit/parts/pick.tsx";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StatusSign } from "./status-sign.tsx";
import "./reviews.css";
import { TestMark } from "../test-mark.tsx";

/** The review time promised to investors. */
const TARGET_DAYS = 2;

const isLate = (entry: ReviewEntry) => entry.state === "open" && entry.waitingDays >= TARGET_DAYS;

const FILTERS = {
  all: () => true,
  hits: ({ hits }: ReviewEntry) => hits > 0,
  highRisk: ({ highRisk }: ReviewEntry) => highRisk,
  late: isLate,
  company: ({ customerType }: ReviewEntry) => customerType === "JURISTIC",
} as const;

type Filter = keyof typeof FILTERS;

/** Identities waiting for review, oldest first; the open one is marked. */
export function ReviewQueue({ current }: { readonly current?: string }) {
  const words = useText();
  const [search, setSearch] = useState("");
  const [only, setOnly] = useState<Filter>("all");
  const looked = useDeferredValue(search.trim());
  const queue = useQuery({
    ...get("/reviews", { query: { find: looked || undefined } }),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  });
  const waiting = queue.data?.reviews ?? [];
  // A search finds people in every state.
  const reviews = (looked === "" ? waiting : (queue.data?.found ?? [])).filter((entry) =>
    FILTERS[only](entry),
  );
  const Heading = current === undefined ? "h1" : "h2";
  return (
    <div className="gap12">
      <div className="screenhead">
        <Heading tabIndex={-1} className="hello">
          {words("staff:reviews.title")}
        </Heading>
        <p className="small">
          {queue.data ? `${words("staff:reviews.waiting", { count: queue.data.total })} · ` : ""}
          {words("staff:reviews.target")}
        </p>
      </div>
      {current === undefined ? (
        <div className="gap12">
          <SearchField
            label={words("staff:reviews.search")}
            hint={words("staff:reviews.searchHint")}
            value={search}
            onValue={setSearch}
          />
          <div className="filters">
            {(Object.keys(FILTERS) as Filter[]).map((filter) => (
              <Pick
                key={filter}
                name={words(`staff:reviews.filter.${filter}`)}
                on={only === filter}
                choose={() => setOnly(filter)}
              />
            ))}
          </div>
        </div>
      ) : null}
      {queue.isPending ? <LoadingShape rows={4} /> : null}
      {queue.isError ? <ErrorState error={queue.error} retry={() => void queue.refetch()} /> : null}
      {queue.data && reviews.length === 0 ? (
        <EmptyState
          title={words(
            waiting.length === 0 && looked === "" ? "staff:reviews.empty.title" : "staff:reviews.none.title",
          )}
        >
          {words(
            waiting.length === 0 && looked === "" ? "staff:reviews.empty.text" : "staff:reviews.none.text",
          )}
        </EmptyState>
      ) : null}
      {looked === "" && queue.data ? <Listed shown={waiting.length} total={queue.data.total} /> : null}
      {reviews.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
        <section className="card tablewrap" tabIndex={0} aria-label={words("staff:reviews.title")}>
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">{words("staff:reviews.applicant")}</th>
                <th scope="col">{words("staff:reviews.sent")}</th>
                <th scope="col">{words("staff:reviews.card")}</th>
                <th scope="col">{words("staff:reviews.face")}</th>
              </tr>
            </thead>
            <tbody>
              {reviews.map((entry) => (
                <tr key={entry.id} aria-current={entry.id === current ? "true" : undefined}>
                  <th scope="row">
                    <PageLink className="rowlink" to="/staff/reviews/$id" params={{ id: entry.id }}>
                      {entry.name ?? entry.reference}
                    </PageLink>{" "}
                    {entry.state === "open" ? null : (
                      <Badge>{words(`staff:reviews.stateOf.${entry.state}`)}</Badge>
                    )}
                    <TestMark who={entry.email} />
                    {entry.highRisk ? <Badge tone="warn">{words("staff:review.highRisk")}</Badge> : null}
                    {entry.hits > 0 ? (
                      <Badge tone="loss">{words("staff:reviews.hits.count", { count: entry.hits })}</Badge>
                    ) : null}
                    <p className="small">
                      {entry.reference} · {words(`my-account:me.type.${entry.customerType}`)}
                    </p>
                  </th>
                  <td className="num">
                    {formatInstant(entry.openedAt)}
                    {entry.state === "open" && entry.waitingDays > 0 ? (
                      <p className="small">
                        {isLate(entry) ? (
                          <Badge tone="warn">
                            {words("staff:reviews.days", { count: entry.waitingDays })}
                          </Badge>
                        ) : (
                          words("staff:reviews.days", { count: entry.waitingDays })
                        )}
                      </p>
                    ) : null}
                  </td>
                  <td>
                    <StatusSign status={entry.statuses.onfido} bare />
                  </td>
                  <td>
                    <StatusSign status={entry.statuses.liveness} bare />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {current === undefined && queue.data && queue.data.hits.length > 0 ? (
        <section className="card card--pad gap12">
          <h2>{words("staff:reviews.hits.title")}</h2>
          <p className="small">{words("staff:reviews.hits.text")}</p>
          <Listed shown={queue.data.hits.length} total={queue.data.hitsTotal} />
          <ul className="checklist">
            {queue.data.hits.map((hit) => (
              <li key={`${hit.review} ${hit.list} ${hit.reference}`}>
                <PageLink className="link" to="/staff/reviews/$id" params={{ id: hit.review }}>
                  {hit.name ?? hit.reference}
                </PageLink>
                <span className="rowwrap">
                  {hit.proposed ? <Badge tone="info">{words("staff:reviews.hits.proposed")}</Badge> : null}
                  <Badge tone="loss">{words("staff:review.watch.score", { score: hit.score })}</Badge>
                  <span className="small num">
                    {hit.list} {hit.reference}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {current === undefined && queue.data && queue.data.rejected.length > 0 ? (
        <section className="card card--pad gap12">
          <h2>{words("staff:reviews.rejected.title")}</h2>
          <p className="small">{words("staff:reviews.rejected.text")}</p>
          <ul className="checklist">
            {queue.data.rejected.map((entry) => (
              <li key={entry.id}>
                <PageLink className="link" to="/staff/reviews/$id" params={{ id: entry.id }}>
                  {entry.name ?? entry.reference}
                </PageLink>
                <span className="small num">{entry.reference}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {current === undefined && queue.data && queue.data.sharedDocuments.length > 0 ? (
        <section className="card card--pad gap12">
          <h2>{words("staff:reviews.shared.title")}</h2>
          <p className="small">{words("staff:reviews.shared.text")}</p>
          <ul className="checklist">
            {queue.data.sharedDocuments.map(({ at, refused, first }) => (
              <li key={`${refused} ${first}`}>
                {words("staff:reviews.shared.line", { refused, first })}
                <span className="small num">{formatInstant(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
