import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseDesk, CaseLine } from "../../kit/api/answers.ts";
import type { QueryOf } from "../../kit/api/calls.ts";
import { load } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { CheckField } from "../../kit/parts/check-field.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Listed } from "../../kit/parts/listed.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { TestMark } from "../test-mark.tsx";
import "./cases.css";

/** The page of a desk's cases, earliest due date first. */
export default function CasesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:cases.title")} at="/staff/cases">
      <div className="screen">
        <div>
          <h1 tabIndex={-1}>{words("staff:cases.title")}</h1>
          <p className="mut">{words("staff:cases.intro")}</p>
        </div>
        <Inbox />
      </div>
    </StaffPage>
  );
}

const STATES = ["open", "asked", "proposed", "answered"] as const;

const EVERYTHING = { topic: "", state: "", owner: "", overdue: false, closed: false };
type Filters = typeof EVERYTHING;

function Inbox() {
  const words = useText();
  const [given, setGiven] = useState(EVERYTHING);
  const set = (change: Partial<Filters>) => setGiven({ ...given, ...change });
  const [find, setFind] = useState("");
  const looksFor = find.trim();
  const desk = useCases(given, looksFor);
  const cases = desk.data?.pages.flatMap((page) => page.cases) ?? [];
  const { topics = [], colleagues = [], total = 0 } = desk.data?.pages[0] ?? {};
  return (
    <>
      <SearchField label={words("staff:cases.find")} value={find} onValue={setFind} />
      <p className="small mut">{words("staff:cases.findHint")}</p>
      <CaseFilters given={given} set={set} topics={topics} colleagues={colleagues} />
      {desk.isPending ? <LoadingShape rows={6} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data === undefined ? null : cases.length === 0 ? (
        <EmptyState title={words(`staff:cases.${looksFor === "" ? "none" : "noneFound"}.title`)}>
          {words(`staff:cases.${looksFor === "" ? "none" : "noneFound"}.text`)}
        </EmptyState>
      ) : (
        <section className="gap12" aria-labelledby="found">
          <h2 id="found">{words("staff:cases.count", { count: total })}</h2>
          <Listed shown={cases.length} total={total} />
          <ul className="card desks">
            {cases.map((one) => (
              <li key={one.id}>
                <Line of={one} />
              </li>
            ))}
          </ul>
          {desk.hasNextPage ? (
            <Button busy={desk.isFetchingNextPage} onClick={() => void desk.fetchNextPage()}>
              {words("staff:cases.more")}
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
}

/** Loads the cases that match the filters and the search text, page by page. */
function useCases(given: Filters, looksFor: string) {
  const { topic, state, owner, overdue, closed } = given;
  const asked: QueryOf<"/cases"> = {
    topic: topic || undefined,
    state: closed ? undefined : STATES.find((one) => one === state),
    owner: owner || undefined,
    overdue: overdue && !closed ? "yes" : undefined,
    closed: closed ? "yes" : undefined,
  };
  return useInfiniteQuery({
    queryKey: ["cases", "inbox", asked, looksFor],
    queryFn: ({ pageParam, signal }) =>
      load("/cases", {
        query: { ...asked, after: pageParam ?? undefined },
        headers: { "x-find": encodeURIComponent(looksFor) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  });
}

function CaseFilters({
  given,
  set,
  topics,
  colleagues,
}: {
  readonly given: Filters;
  readonly set: (change: Partial<Filters>) => void;
  readonly topics: CaseDesk["topics"];
  readonly colleagues: CaseDesk["colleagues"];
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <div className="card card--pad casefilters">
      <SelectField
        id="topic"
        label={words("staff:cases.topic")}
        value={given.topic}
        onValue={(topic) => set({ topic })}
      >
        <option value="">{words("staff:cases.all")}</option>
        {topics.map((one) => (
          <option key={one.topic} value={one.topic}>
            {one.says[lng]}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="state"
        label={words("staff:cases.stands")}
        value={given.state}
        onValue={(state) => set({ state })}
      >
        <option value="">{words("staff:cases.all")}</option>
        {STATES.map((one) => (
          <option key={one} value={one}>
            {words(`staff:cases.state.${one}`)}
          </option>
        ))}
      </SelectField>
      <OwnerFilter of={colleagues} value={given.owner} onValue={(owner) => set({ owner })} />
      <div className="gap8">
        <CheckField
          id="overdue"
          label={words("staff:cases.overdue")}
          value={given.overdue}
          onValue={(overdue) => set({ overdue })}
        />
        <CheckField
          id="closed"
          label={words("staff:cases.closedOnes")}
          value={given.closed}
          onValue={(closed) => set({ closed })}
        />
      </div>
    </div>
  );
}

/**
 * A filter by the colleague who handles the case: any colleague, nobody so far, or a certain one. Support
 * sees only the colleagues of its own desk.
 */
function OwnerFilter({
  of,
  value,
  onValue,
}: {
  readonly of: CaseDesk["colleagues"];
  readonly value: string;
  readonly onValue: (owner: string) => void;
}) {
  const words = useText();
  const me = useSession()?.user;
  return (
    <SelectField id="owner" label={words("staff:cases.owner")} value={value} onValue={onValue}>
      <option value="">{words("staff:cases.all")}</option>
      <option value="nobody">{words("staff:cases.nobody")}</option>
      {of
        .filter(({ desk: theirs }) => me?.role !== "support" || theirs === me.role)
        .map((one) => (
          <option key={one.id} value={one.id}>
            {one.email}
          </option>
        ))}
    </SelectField>
  );
}

function Line({ of }: { readonly of: CaseLine }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <PageLink to="/staff/cases/$id" params={{ id: of.id }}>
      <span>
        <b className="wrap">{of.topicSays[lng]}</b>
        <small className="wrap">
          <span className="num">{of.reference}</span> · {of.from === "" ? words("staff:erased") : of.from}{" "}
          <TestMark who={of.from} />
        </small>
        <small className="wrap">
          {words(`staff:cases.desk.${of.desk}`)} ·{" "}
          {of.owner === null
            ? words("staff:cases.nobody")
            : words("staff:cases.has", { who: of.owner.email })}
        </small>
      </span>
      <span className="casedue">
        <CaseBadge of={of} />
        <small>{words(`staff:cases.promise.${of.promise}`, { day: formatDate(of.promisedOn) })}</small>
      </span>
    </PageLink>
  );
}

/** The state of a case as a badge. */
export function CaseBadge({ of }: { readonly of: Pick<CaseLine, "state" | "overdue" | "outcome"> }) {
  const words = useText();
  if (of.overdue) return <Badge tone="loss">{words("staff:cases.late")}</Badge>;
  if (of.state === "answered" && of.outcome !== null)
    return (
      <Badge tone={of.outcome === "refused" ? "info" : "gain"}>
        {words(`staff:cases.outcome.${of.outcome}`)}
      </Badge>
    );
  return <Badge tone={TONES[of.state]}>{words(`staff:cases.state.${of.state}`)}</Badge>;
}

const TONES = { open: "warn", asked: "info", proposed: "brand", answered: "gain", closed: "info" } as const;
