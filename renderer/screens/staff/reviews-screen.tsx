import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { get } from "../../api/query.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../parts/states.tsx";
import { formatInstant } from "../../text/format.ts";
import { useText } from "../../text/i18n.ts";
import { StaffPage } from "./staff-gate.tsx";

type Entry = {
  readonly id: string;
  readonly reference: string;
  readonly name: string | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly openedAt: string;
  readonly statuses: Readonly<Record<string, string | undefined>>;
};

/** The queue of identities that wait for a reviewer, the oldest first. */
export default function ReviewsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:reviews.title")} at="/staff/reviews">
      <Queue />
    </StaffPage>
  );
}

function Queue() {
  const words = useText();
  const queue = useQuery({ ...get<{ reviews: readonly Entry[] }>("/reviews"), refetchInterval: 10_000 });
  return (
    <div className="screen">
      <div className="screenhead">
        <h1 tabIndex={-1}>{words("staff:reviews.title")}</h1>
        <p className="mut">{words("staff:reviews.target")}</p>
      </div>
      {queue.isPending ? <LoadingShape rows={4} /> : null}
      {queue.isError ? <ErrorState error={queue.error} retry={() => void queue.refetch()} /> : null}
      {queue.data?.reviews.length === 0 ? (
        <EmptyState title={words("staff:reviews.empty.title")}>
          {words("staff:reviews.empty.text")}
        </EmptyState>
      ) : null}
      {queue.data && queue.data.reviews.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
        <section className="card tablewrap" tabIndex={0} aria-label={words("staff:reviews.title")}>
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">{words("staff:reviews.applicant")}</th>
                <th scope="col">{words("staff:reviews.sent")}</th>
                <th scope="col">{words("staff:reviews.card")}</th>
                <th scope="col">{words("staff:reviews.face")}</th>
                <th scope="col">
                  <span className="sr">{words("staff:reviews.open")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {queue.data.reviews.map((entry) => (
                <tr key={entry.id}>
                  <th scope="row">
                    {entry.name ?? entry.reference}
                    <p className="small">
                      {entry.reference} · {words(`my-account:me.type.${entry.customerType}`)}
                    </p>
                  </th>
                  <td className="num">{formatInstant(entry.openedAt)}</td>
                  <td>
                    <StatusSign status={entry.statuses.onfido} />
                  </td>
                  <td>
                    <StatusSign status={entry.statuses.liveness} />
                  </td>
                  <td className="r">
                    <ButtonLink small href={`/staff/reviews/${entry.id}`}>
                      {words("staff:reviews.open")}
                      <span className="sr"> {entry.name ?? entry.reference}</span>
                    </ButtonLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </div>
  );
}

/** A status as a sign with its word. */
export function StatusSign({ status }: { readonly status: string | undefined }) {
  const words = useText();
  const word = words(`staff:review.status.${status ?? "NONE"}`);
  const Icon =
    status === "VERIFIED"
      ? CircleCheck
      : status === "PENDING" || status === undefined
        ? CircleDashed
        : TriangleAlert;
  const tone =
    status === "VERIFIED"
      ? "sign sign--gain"
      : status === "PENDING" || status === undefined
        ? "sign"
        : "sign sign--warn";
  return (
    <span className={tone}>
      <Icon size={20} aria-hidden="true" /> {word}
    </span>
  );
}
