import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { ReviewEntry, ReviewList } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Listed } from "../../kit/parts/listed.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Pick } from "../../kit/parts/pick.tsx";
import { ScrollSection } from "../../kit/parts/scroll-section.tsx";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StatusSign } from "./status-sign.tsx";
import "./reviews.css";
import { TestMark } from "../test-mark.tsx";

/** Number of days within which investors were promised a review. */
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

/** The identities that wait for review, oldest first. The open one is marked. */
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
  // A search finds people in every state. Without a search, only those who wait are listed.
  const reviews = (looked === "" ? waiting : (queue.data?.found ?? [])).filter((entry) =>
    FILTERS[only](entry),
  );
  const nothing = waiting.length === 0 && looked === "" ? "empty" : "none";
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
        <QueueFilters search={search} onSearch={setSearch} only={only} onOnly={setOnly} />
      ) : null}
      {queue.isPending ? <LoadingShape rows={4} /> : null}
      {queue.isError ? <ErrorState error={queue.error} retry={() => void queue.refetch()} /> : null}
      {queue.data && reviews.length === 0 ? (
        <EmptyState title={words(`staff:reviews.${nothing}.title`)}>
          {words(`staff:reviews.${nothing}.text`)}
        </EmptyState>
      ) : null}
      {looked === "" && queue.data ? <Listed shown={waiting.length} total={queue.data.total} /> : null}
      {reviews.length > 0 ? <QueueTable of={reviews} current={current} /> : null}
      {current === undefined && queue.data ? <QueueLists of={queue.data} /> : null}
    </div>
  );
}

function QueueFilters({
  search,
  onSearch,
  only,
  onOnly,
}: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly only: Filter;
  readonly onOnly: (only: Filter) => void;
}) {
  const words = useText();
  return (
    <div className="gap12">
      <SearchField
        label={words("staff:reviews.search")}
        hint={words("staff:reviews.searchHint")}
        value={search}
        onValue={onSearch}
      />
      <div className="filters">
        {(Object.keys(FILTERS) as Filter[]).map((filter) => (
          <Pick
            key={filter}
            name={words(`staff:reviews.filter.${filter}`)}
            on={only === filter}
            choose={() => onOnly(filter)}
          />
        ))}
      </div>
    </div>
  );
}

function QueueTable({
  of,
  current,
}: {
  readonly of: readonly ReviewEntry[];
  readonly current: string | undefined;
}) {
  const words = useText();
  return (
    <ScrollSection className="card tablewrap" label={words("staff:reviews.title")}>
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
          {of.map((entry) => (
            <QueueRow key={entry.id} of={entry} isCurrent={entry.id === current} />
          ))}
        </tbody>
      </table>
    </ScrollSection>
  );
}

function QueueRow({ of, isCurrent }: { readonly of: ReviewEntry; readonly isCurrent: boolean }) {
  const words = useText();
  const days = words("staff:reviews.days", { count: of.waitingDays });
  return (
    <tr aria-current={isCurrent ? "true" : undefined}>
      <th scope="row">
        <PageLink className="rowlink" to="/staff/reviews/$id" params={{ id: of.id }}>
          {of.name ?? of.reference}
        </PageLink>{" "}
        {of.state === "open" ? null : <Badge>{words(`staff:reviews.stateOf.${of.state}`)}</Badge>}
        <TestMark who={of.email} />
        {of.highRisk ? <Badge tone="warn">{words("staff:review.highRisk")}</Badge> : null}
        {of.hits > 0 ? (
          <Badge tone="loss">{words("staff:reviews.hits.count", { count: of.hits })}</Badge>
        ) : null}
        <p className="small">
          {of.reference} · {words(`my-account:me.type.${of.customerType}`)}
        </p>
      </th>
      <td className="num">
        {formatInstant(of.openedAt)}
        {of.state === "open" && of.waitingDays > 0 ? (
          <p className="small">{isLate(of) ? <Badge tone="warn">{days}</Badge> : days}</p>
        ) : null}
      </td>
      <td>
        <StatusSign status={of.statuses.onfido} bare />
      </td>
      <td>
        <StatusSign status={of.statuses.liveness} bare />
      </td>
    </tr>
  );
}

/** Further lists that need attention: watch-list hits, rejected identities, documents used twice. */
function QueueLists({ of }: { readonly of: ReviewList }) {
  const words = useText();
  return (
    <>
      {of.hits.length > 0 ? <HitList of={of} /> : null}
      {of.rejected.length > 0 ? (
        <ListCard name="rejected">
          {of.rejected.map((entry) => (
            <li key={entry.id}>
              <PageLink className="link" to="/staff/reviews/$id" params={{ id: entry.id }}>
                {entry.name ?? entry.reference}
              </PageLink>
              <span className="small num">{entry.reference}</span>
            </li>
          ))}
        </ListCard>
      ) : null}
      {of.sharedDocuments.length > 0 ? (
        <ListCard name="shared">
          {of.sharedDocuments.map(({ at, refused, first }) => (
            <li key={`${refused} ${first}`}>
              {words("staff:reviews.shared.line", { refused, first })}
              <span className="small num">{formatInstant(at)}</span>
            </li>
          ))}
        </ListCard>
      ) : null}
    </>
  );
}

function HitList({ of: { hits, hitsTotal } }: { readonly of: ReviewList }) {
  const words = useText();
  return (
    <ListCard name="hits" count={<Listed shown={hits.length} total={hitsTotal} />}>
      {hits.map((hit) => (
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
    </ListCard>
  );
}

function ListCard({
  name,
  count,
  children,
}: {
  readonly name: "hits" | "rejected" | "shared";
  readonly count?: ReactNode;
  readonly children: ReactNode;
}) {
  const words = useText();
  return (
    <section className="card card--pad gap12">
      <h2>{words(`staff:reviews.${name}.title`)}</h2>
      <p className="small">{words(`staff:reviews.${name}.text`)}</p>
      {count}
      <ul className="checklist">{children}</ul>
    </section>
  );
}
