import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BankChange } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Listed } from "../../kit/parts/listed.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { TestMark } from "../test-mark.tsx";
import { DecideBankChange } from "./decide-bank-change.tsx";

/** The page of requested bank accounts for payouts. Compliance compares the names and decides. */
export default function BankChangesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:bankChanges.title")} at="/staff/bank-changes">
      <BankChanges />
    </StaffPage>
  );
}

function BankChanges() {
  const words = useText();
  const [opened, setOpened] = useState<BankChange | null>(null);
  const list = useQuery({ ...get("/bank-changes"), refetchInterval: 10_000 });
  return (
    <div className="screen">
      <div>
        <h1 tabIndex={-1}>{words("staff:bankChanges.title")}</h1>
        <p className="mut">{words("staff:bankChanges.intro")}</p>
      </div>
      {list.isPending ? <LoadingShape rows={4} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data?.changes.length === 0 ? (
        <EmptyState title={words("staff:bankChanges.none.title")}>
          {words("staff:bankChanges.none.text")}
        </EmptyState>
      ) : null}
      {list.data ? <Listed shown={list.data.changes.length} total={list.data.total} /> : null}
      {list.data?.changes.map((change) => (
        <article key={change.id} className="card card--pad gap12" data-change={change.reference}>
          <div className="rowwrap">
            <h2>{change.name ?? change.email}</h2>
            <Badge tone={change.likeness === "SAME" ? "gain" : "warn"}>
              {words(`staff:bankChanges.likeness.${change.likeness}`)}
            </Badge>
            <TestMark who={change.email} />
          </div>
          <Pairs
            of={[
              {
                key: "account",
                label: words("staff:bankChanges.asked"),
                value: `${words(`form:common.bank-code.options.${change.bank}`)} ${change.number}`,
              },
              {
                key: "who",
                label: words("staff:bankChanges.who"),
                value: `${change.email} · ${words(`my-account:me.type.${change.customerType}`)}`,
              },
              { key: "reference", label: words("staff:bankChanges.reference"), value: change.reference },
              { key: "at", label: words("staff:bankChanges.at"), value: formatInstant(change.askedAt) },
            ]}
          />
          <p>
            <Button kind="main" onClick={() => setOpened(change)}>
              {words("staff:bankChanges.open")}
            </Button>
          </p>
        </article>
      ))}
      {opened === null ? null : <DecideBankChange of={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
