import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StrategyDesk, TermsVersion } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { Affected, DealingPart } from "./dealing-part.tsx";
import { DisplayRatePart } from "./display-rate-part.tsx";
import { ProposalDecision } from "./proposal-decision.tsx";
import { changedTerms, labelOfTerm, shownTerm, TERM_GROUPS } from "./term-fields.ts";
import { TermsForm } from "./terms-form.tsx";
import "./strategies.css";

type Strategy = StrategyDesk["strategies"][number];

/**
 * The page of strategy terms and of the orders that each strategy accepts: in force, coming and proposed. One
 * person proposes a change, and another decides.
 */
export default function StrategiesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:terms.title")} at="/staff/strategies">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/strategy-desk"), refetchInterval: 10_000 });
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:terms.title")}</h1>
          <p className="mut">{words("staff:terms.intro")}</p>
        </div>
      </div>
      {desk.isPending ? <LoadingShape rows={6} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data?.strategies.map((strategy) => (
        <OneStrategy key={strategy.code} of={strategy} after={desk.data.after} />
      ))}
      <DisplayRatePart />
    </div>
  );
}

const TONES = { OPEN: "gain", NO_IN: "warn", NO_OUT: "warn", SUSPENDED: "loss" } as const;

function OneStrategy({ of, after }: { readonly of: Strategy; readonly after: string }) {
  const words = useText();
  const mayPropose = useSession()?.user?.role === "finance";
  const [writing, setWriting] = useState(false);
  const waits = of.waiting !== null || of.dealing.waiting !== null;
  return (
    <section className="card judged" data-strategy={of.code}>
      <div className="screenhead">
        <div>
          <h2>{of.code}</h2>
          <p className="small">
            {of.inForce.enteredBy === null
              ? words("staff:terms.sinceBeginning")
              : words("staff:terms.since", { date: formatDate(of.inForce.from) })}
            {" · "}
            {words("staff:terms.holders", { count: of.holders })}
            {" · "}
            {words("staff:terms.openOrders", { count: of.openOrders })}
          </p>
        </div>
        <span className="row wraps">
          {waits ? <Badge tone="warn">{words("staff:terms.waiting")}</Badge> : null}
          <Badge tone={TONES[of.dealing.now.status]}>
            {words(`strategy:dealing.${of.dealing.now.status}`)}
          </Badge>
        </span>
      </div>
      <TermsInForce of={of.inForce} />
      {of.coming.map((version, at) => (
        <div key={version.id} className="gap12">
          <h3>{words("staff:terms.coming", { date: formatDate(version.from) })}</h3>
          <Changes before={at === 0 ? of.inForce : (of.coming[at - 1] ?? of.inForce)} after={version} />
        </div>
      ))}
      {of.waiting ? (
        <WaitingTerms of={of} waiting={of.waiting} />
      ) : writing ? (
        <TermsForm
          code={of.code}
          from={of.coming.at(-1) ?? of.inForce}
          after={after}
          onClose={() => setWriting(false)}
        />
      ) : mayPropose ? (
        <div>
          <Button small onClick={() => setWriting(true)}>
            {words("staff:terms.propose")}
          </Button>
        </div>
      ) : null}
      <DealingPart of={of} mayPropose={mayPropose} />
      <Earlier of={of} />
    </section>
  );
}

function TermsInForce({ of }: { readonly of: TermsVersion }) {
  const words = useText();
  return (
    <details>
      <summary>{words("staff:terms.inForce")}</summary>
      <div className="termcols">
        {TERM_GROUPS.map(({ group, fields }) => (
          <div key={group}>
            <h3>{words(`staff:terms.group.${group}`)}</h3>
            <Pairs
              of={fields.map((field) => ({
                key: field.name,
                label: labelOfTerm(field, words),
                value: shownTerm(field, of.terms, words),
              }))}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

/** Proposed terms with their differences, the people that they affect, and the decision. */
function WaitingTerms({
  of,
  waiting,
}: {
  readonly of: Strategy;
  readonly waiting: NonNullable<Strategy["waiting"]>;
}) {
  const words = useText();
  return (
    <div className="gap12">
      <h3>{words("staff:terms.proposed", { date: formatDate(waiting.from) })}</h3>
      <Changes before={termsBefore(of, waiting.from)} after={waiting} />
      <Note tone="info">
        <Affected of={of} />
        <p>{words("staff:terms.keeps", { date: formatDate(waiting.from) })}</p>
      </Note>
      <ProposalDecision of={waiting} path="/terms" changes={["/strategy-desk", "/strategies"]} />
    </div>
  );
}

/** Returns the terms that would apply on a day if the proposal were rejected. */
function termsBefore(of: Strategy, day: string): TermsVersion {
  return of.coming.findLast(({ from }) => from <= day) ?? of.inForce;
}

function Changes({ before, after }: { readonly before: TermsVersion; readonly after: TermsVersion }) {
  const words = useText();
  const changed = changedTerms(before.terms, after.terms);
  if (changed.length === 0) return <p className="small">{words("staff:terms.same")}</p>;
  return (
    <dl className="termchanges">
      {changed.map((field) => (
        <div key={field.name}>
          <dt>{labelOfTerm(field, words)}</dt>
          <dd>
            <span className="sr">{words("staff:terms.before")}: </span>
            <del>{shownTerm(field, before.terms, words)}</del>
          </dd>
          <dd>
            <span className="sr">{words("staff:terms.after")}: </span>
            <ins>{shownTerm(field, after.terms, words)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Earlier({ of }: { readonly of: Strategy }) {
  const words = useText();
  const lines = [
    ...of.earlier.map((one) => ({
      ...one,
      what: `${words("staff:terms.from")} ${formatDate(one.from)}`,
    })),
    ...of.dealing.earlier.map((one) => ({ ...one, what: words(`strategy:dealing.${one.status}`) })),
  ];
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{words("staff:terms.earlier")}</summary>
      <ul className="bullets small">
        {lines.map((one) => (
          <li key={one.id}>
            {one.what} · {words(`staff:proposal.state.${one.state}`)} · {one.note}
            {one.enteredBy === null ? "" : ` · ${one.enteredBy}`}
            {one.decidedBy === null ? "" : ` → ${one.decidedBy}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
