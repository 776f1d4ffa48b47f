import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { NavCorrection } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { keyed } from "../../kit/parts/keyed.ts";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState } from "../../kit/parts/states.tsx";
import { formatBaht, formatDate, formatInstant, formatSigned, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { ApproveOrReject } from "../approve-or-reject.tsx";
import { accountName } from "../books/account-name.ts";
import { MadeGoodPairs } from "./made-good-figures.tsx";

const TONES = {
  FORWARD_ONLY: "info",
  PROPOSED: "warn",
  APPROVED: "gain",
  REJECTED: "loss",
  REPLACED: "info",
} as const;

/**
 * Corrected NAVs with the affected orders, and the decision about compensation. `none` is the text shown if
 * there are none.
 */
export function NavCorrectionsPart({ none }: { readonly none?: string }) {
  const words = useText();
  const list = useQuery({ ...get("/nav-corrections"), refetchInterval: 10_000 });
  const corrections = list.data?.corrections ?? [];
  if (list.isLoadingError) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (corrections.length === 0) return list.data && none ? <p>{none}</p> : null;
  return (
    <section className="gap12">
      <h2>{words("staff:navCorrection.title")}</h2>
      {corrections.map((correction) => (
        <Correction key={correction.id} of={correction} />
      ))}
    </section>
  );
}

function Correction({ of }: { readonly of: NavCorrection }) {
  const words = useText();
  return (
    <article className="card judged">
      <div className="screenhead">
        <div>
          <h3>
            {of.strategy} · {formatDate(of.date)}
          </h3>
          <p className="small">
            <span className="num">{formatUnits(of.before)}</span> →{" "}
            <b className="num">{formatUnits(of.nav)}</b> · {of.reason}
          </p>
        </div>
        <Badge tone={TONES[of.state]}>{words(`staff:navCorrection.state.${of.state}`)}</Badge>
      </div>
      <MadeGoodPairs of={of.figures} />
      <p className="small">{words(`staff:navCorrection.rule.${ruleOf(of)}`)}</p>
      {of.decisions.map((decision) => (
        <p key={decision.at} className="small">
          {words(`staff:proposal.state.${decision.decision}`)} · {decision.by ?? words("staff:nav.someone")},{" "}
          {formatInstant(decision.at)} · {decision.reason}
        </p>
      ))}
      {of.postedAt === null ? null : (
        <Note tone="gain">{words("staff:navCorrection.posted", { at: formatInstant(of.postedAt) })}</Note>
      )}
      {of.figures.orders === 0 ? null : (
        <Unfolded title={words("staff:navCorrection.list")}>
          <Orders of={of.id} />
        </Unfolded>
      )}
      {of.postedAt === null ? null : (
        <Unfolded title={words("staff:navCorrection.entries")}>
          <Entries of={of.id} />
        </Unfolded>
      )}
      {of.mayDecide ? (
        <Decision of={of} />
      ) : of.state === "PROPOSED" ? (
        <Note>{words("staff:navCorrection.others", { done: of.approvals, needed: of.approvalsNeeded })}</Note>
      ) : null}
    </article>
  );
}

function ruleOf(of: NavCorrection): "none" | "forward" | "madeGood" | "replaced" {
  if (of.state === "REPLACED") return "replaced";
  if (of.figures.orders === 0) return "none";
  return of.state === "FORWARD_ONLY" ? "forward" : "madeGood";
}

/** A section whose content is loaded when the section is opened. */
function Unfolded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [shown, setShown] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>{title}</summary>
      {shown ? children : null}
    </details>
  );
}

/** The ledger entries of a correction, with account names. */
function Entries({ of }: { readonly of: string }) {
  const words = useText();
  const list = useQuery(get("/nav-corrections/{id}/entries", { path: { id: of } }));
  return (
    <ul className="navlines naventries">
      {keyed(
        list.data?.entries ?? [],
        ({ reference, debit, credit }) => `${reference} ${debit} ${credit}`,
      ).map(({ key, item: entry }) => (
        <li key={key}>
          <b className="num">{entry.reference ?? words("staff:navCorrection.fee")}</b>
          <span>
            {accountName(entry.debit, words)} → {accountName(entry.credit, words)}
          </span>
          <span className="num">
            {entry.asset === "THB"
              ? `${formatBaht(entry.amount)} ${words("common:baht")}`
              : `${formatUnits(entry.amount)} ${words("common:units")}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Orders({ of }: { readonly of: string }) {
  const words = useText();
  const list = useQuery(get("/nav-corrections/{id}/orders", { path: { id: of } }));
  return (
    <ul className="navlines">
      {list.data?.orders.map((order) => (
        <li key={order.reference}>
          <b className="num">{order.reference}</b>
          <span>{words(`my-orders:orders.kind.${order.kind}`)}</span>
          <span className="num">
            {signedUnits(order.units)} {words("common:units")}
          </span>
          <span className="num">
            {formatSigned(order.baht)} {words("common:baht")}
          </span>
          <span className="small">
            {words(`staff:navCorrection.${order.nextLeg ? "nextLeg" : order.owed ? "owed" : "notOwed"}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Formats units with a plus or a true minus sign. */
function signedUnits(units: string): string {
  return units.startsWith("-") ? `−${formatUnits(units.slice(1))}` : `+${formatUnits(units)}`;
}

function Decision({ of }: { readonly of: NavCorrection }) {
  const words = useText();
  return (
    <div className="gap12">
      <p className="small">
        {words("staff:navCorrection.two", { done: of.approvals, needed: of.approvalsNeeded })}
      </p>
      <ApproveOrReject
        id={`correction-${of.id}`}
        // If the figures have changed, the server rejects the call, and the new figures are loaded.
        changes={["/nav-corrections", "/payouts", "/orders", "/overview"]}
        send={(decision, note) =>
          call("POST", `/nav-corrections/{id}/${decision}`, { path: { id: of.id }, body: { note } })
        }
      />
    </div>
  );
}
