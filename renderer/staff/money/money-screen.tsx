import { useQuery } from "@tanstack/react-query";
import { get } from "../../kit/api/query.ts";
import { Listed } from "../../kit/parts/listed.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { BankStatements } from "./bank-statements.tsx";
import { DailyControls } from "./daily-controls.tsx";
import { HeldMoney } from "./held-money.tsx";
import { SlipDesk } from "./slip-desk.tsx";
import "./money.css";

/**
 * The page of incoming money: slips with their orders, and money that matches no order or must be returned.
 */
export default function MoneyScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:money.title")} at="/staff/money">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const money = useQuery({ ...get("/money-in"), refetchInterval: 10_000 });
  return (
    <div className="screen">
      <div>
        <h1 tabIndex={-1}>{words("staff:money.title")}</h1>
        <p className="mut">{words("staff:money.intro")}</p>
      </div>
      {money.isPending ? <LoadingShape rows={5} /> : null}
      {money.isError ? <ErrorState error={money.error} retry={() => void money.refetch()} /> : null}
      {money.data ? (
        <>
          <section className="gap12" aria-labelledby="slips">
            <h2 id="slips">{words("staff:money.slips.title", { count: money.data.slipsTotal })}</h2>
            <Listed shown={money.data.slips.length} total={money.data.slipsTotal} />
            {money.data.slips.length === 0 ? (
              <EmptyState title={words("staff:money.slips.none.title")}>
                {words("staff:money.slips.none.text")}
              </EmptyState>
            ) : (
              money.data.slips.map((slip) => <SlipDesk key={slip.id} of={slip} />)
            )}
          </section>
          <section className="gap12" aria-labelledby="held">
            <h2 id="held">{words("staff:money.held.title", { count: money.data.casesTotal })}</h2>
            <Listed shown={money.data.cases.length} total={money.data.casesTotal} />
            {money.data.cases.length === 0 ? (
              <EmptyState title={words("staff:money.held.none.title")}>
                {words("staff:money.held.none.text")}
              </EmptyState>
            ) : (
              money.data.cases.map((one) => <HeldMoney key={one.id} of={one} />)
            )}
          </section>
        </>
      ) : null}
      <BankStatements />
      <DailyControls />
    </div>
  );
}
