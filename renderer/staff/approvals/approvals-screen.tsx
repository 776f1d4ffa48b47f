import { useQuery } from "@tanstack/react-query";
import { get } from "../../kit/api/query.ts";
import { Listed } from "../../kit/parts/listed.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { WaitingSell } from "./waiting-sell.tsx";
import "./approvals.css";

/**
 * The page of reductions and switches that wait for approval by finance and, if very large, by compliance.
 */
export default function ApprovalsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:approvals.title")} at="/staff/approvals">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const waiting = useQuery({ ...get("/approvals"), refetchInterval: 10_000 });
  const found = waiting.data?.waiting;
  return (
    <div className="screen">
      <div>
        <h1 tabIndex={-1}>{words("staff:approvals.title")}</h1>
        <p className="mut">{words("staff:approvals.intro")}</p>
      </div>
      {waiting.isPending ? <LoadingShape rows={6} /> : null}
      {waiting.isError ? <ErrorState error={waiting.error} retry={() => void waiting.refetch()} /> : null}
      {found === undefined ? null : found.length === 0 ? (
        <EmptyState title={words("staff:approvals.none.title")}>
          {words("staff:approvals.none.text")}
        </EmptyState>
      ) : (
        <>
          <p className="mut" role="status">
            {words("staff:approvals.count", {
              count: waiting.data?.yours ?? 0,
              all: waiting.data?.total ?? 0,
            })}
          </p>
          <Listed shown={found.length} total={waiting.data?.total ?? 0} />
          <ul className="gap16">
            {found.map((order) => (
              <li key={order.id}>
                <WaitingSell of={order} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
