import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { PartialDate } from "../../../engine/values/local-date.ts";
import type { PersonDesk } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatBirthDate } from "../../kit/text/birth-date.ts";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { Erased } from "../erasure-outlook.tsx";
import { FurtherAnswers } from "../further-answers.tsx";
import { StatusSign } from "../reviews/status-sign.tsx";
import { StaffPage } from "../staff-gate.tsx";
import { WhatIsLacking } from "../what-is-lacking.tsx";
import { type AccountDeed, DeedSheet } from "./deed-sheet.tsx";
import { PersonMessages } from "./person-messages.tsx";
import { PersonOrders } from "./person-orders.tsx";
import { PersonSessions } from "./person-sessions.tsx";
import { type Purpose, purposeIn } from "./purposes.ts";
import { StatusesOn } from "./statuses-on.tsx";
import "./people.css";

/** Roles that may see the reasons why a person cannot invest. */
const ASK_RULES: readonly (string | null | undefined)[] = ["support", "compliance", "auditor"];

/**
 * The page of one person: status with reasons, the data that the role may read, and actions on the account.
 */
export default function PersonScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:people.title")} at="/staff/people">
      <div className="screen">
        <PageLink className="link" to="/staff/people">
          <ArrowLeft size={18} aria-hidden="true" /> {words("staff:people.back")}
        </PageLink>
        <One />
      </div>
    </StaffPage>
  );
}

function One() {
  const { id = "" } = useParams({ strict: false });
  const { purpose } = useSearch({ strict: false }) as { readonly purpose?: string };
  // Every view writes a line to the audit trail, so the data is reloaded only after an action on this page.
  const person = useQuery({
    ...get("/people/{id}", { path: { id }, query: { purpose: purposeIn(purpose) ?? "customer-asks" } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (person.data === undefined)
    return person.isError ? (
      <ErrorState error={person.error} retry={() => void person.refetch()} />
    ) : (
      <LoadingShape rows={6} />
    );
  return <Shown of={person.data} purpose={purposeIn(purpose) ?? "customer-asks"} />;
}

function Shown({ of, purpose }: { readonly of: PersonDesk; readonly purpose: Purpose }) {
  const words = useText();
  const value = (name: string) => of.fields.find((field) => field.name === name)?.value ?? null;
  const name = value("companyName") ?? value("name") ?? value("email") ?? of.customerNumber;
  return (
    <>
      <header className="gap8">
        <h1 tabIndex={-1} className="wrap">
          {name}
        </h1>
        <p className="small wrap">
          {words("staff:people.customer", { number: of.customerNumber })} ·{" "}
          {words(`my-account:me.type.${of.customerType}`)} ·{" "}
          {words("staff:people.since", { at: formatDate(of.since) })}
        </p>
        <p className="rowwrap">
          {of.role === null ? null : (
            <Badge tone="info">
              {words("staff:people.colleague", { role: words(`staff:role.${of.role}`) })}
            </Badge>
          )}
          {of.test ? <Badge tone="warn">{words("staff:test")}</Badge> : null}
          {of.lock === null ? null : <Badge tone="loss">{words("staff:people.locked")}</Badge>}
          {of.vendorBlocked ? <Badge tone="loss">{words("staff:people.vendorBlocked")}</Badge> : null}
          {of.emailConfirmed || of.erased !== null ? null : (
            <Badge tone="warn">{words("staff:people.unconfirmed")}</Badge>
          )}
        </p>
      </header>
      {of.erased === null ? null : <Erased of={of.erased} />}
      <Locked of={of} name={value("email") ?? name} />
      <div className="personcols">
        <div className="gap16">
          <Fields of={of} />
          <Identity of={of} purpose={purpose} />
          <PersonSessions of={of} />
        </div>
        <div className="gap16">
          {of.role === null && of.erased === null ? <Standing id={of.id} name={name} /> : null}
          <PersonOrders of={of} />
          <Service of={of} />
          <Changes of={of} />
          <Further of={of} />
          <PersonMessages of={of} />
        </div>
      </div>
    </>
  );
}

/** The reason why the account is suspended, with the possible actions. */
function Locked({ of, name }: { readonly of: PersonDesk; readonly name: string }) {
  const words = useText();
  const [asks, setAsks] = useState<AccountDeed | null>(null);
  const { lock, may } = of;
  const deeds: readonly AccountDeed[] = [
    ...(may.lock ? (["lock"] as const) : []),
    ...(may.unlock ? (["unlock"] as const) : []),
    ...(may.markTest ? ([of.test ? "unmark-test" : "mark-test"] as const) : []),
  ];
  return (
    <>
      {lock === null ? null : (
        <Note tone="loss">
          {lock.by === null
            ? words("staff:people.lockedElsewhere", { at: formatInstant(lock.at) })
            : words("staff:people.lockedSince", {
                at: formatInstant(lock.at),
                by: lock.by,
                reason: lock.reason ?? words("staff:erased"),
              })}
        </Note>
      )}
      {of.testProposed === null ? null : (
        <Note tone="info">
          <p>
            {words("staff:people.testProposed.text", {
              reason: of.testProposed.reason || words("staff:erased"),
            })}
          </p>
          <p className="small">
            {words(`staff:people.testProposed.${of.testProposed.own ? "waitsForOther" : "waitsForYou"}`)}
          </p>
        </Note>
      )}
      {deeds.length === 0 ? null : (
        <p className="rowwrap">
          {deeds.map((deed) => (
            <Button key={deed} kind={deed === "lock" ? "danger" : "line"} onClick={() => setAsks(deed)}>
              {words(`staff:people.do.${deed}`)}
            </Button>
          ))}
        </p>
      )}
      {asks === null ? null : <DeedSheet id={of.id} name={name} deed={asks} onClose={() => setAsks(null)} />}
    </>
  );
}

function Fields({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  const fields = of.fields.filter(({ name }) => name !== "companyName" || of.customerType === "JURISTIC");
  return (
    <section className="card card--pad gap12" aria-labelledby="who">
      <h2 id="who">{words("staff:people.who")}</h2>
      <Pairs
        of={[
          ...fields.map(({ name, shown, value }) => ({
            key: name,
            label: words(`staff:people.field.${name}`),
            value:
              value === null ? (
                <span className="mut">
                  {words(shown === "hidden" ? "staff:people.hidden" : "staff:people.none")}
                </span>
              ) : (
                <span className="wrap">{said(name, value, words)}</span>
              ),
          })),
          {
            key: "factors",
            label: words("staff:people.factors"),
            value: `${words(of.hasPin ? "staff:people.pin" : "staff:people.noPin")} · ${words(of.twoFactor ? "staff:people.twoFactor" : "staff:people.noTwoFactor")}`,
          },
        ]}
      />
    </section>
  );
}

/**
 * Returns a value as text. A bank is shown by name (a masked bank has no code), a birth date in the reader's
 * era.
 */
function said(name: string, value: string, words: ReturnType<typeof useText>): string {
  if (name === "birthDate") return formatBirthDate(value as PartialDate);
  if (name !== "bank") return value;
  const [, code, number] = /^(\d{3}) (.+)$/.exec(value) ?? [];
  return code === undefined ? value : `${words(`form:common.bank-code.options.${code}`)} ${number}`;
}

/** The rules that prevent the person from investing. */
function Standing({ id, name }: { readonly id: string; readonly name: string }) {
  const words = useText();
  const asks = ASK_RULES.includes(useSession()?.user?.role);
  const able = useQuery({
    ...get("/people/{id}/able-to-invest", { path: { id } }),
    enabled: asks,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (!asks) return null;
  return (
    <section className="gap12" aria-labelledby="standing">
      <h2 id="standing">{words("staff:people.standing")}</h2>
      {able.data ? (
        <WhatIsLacking who={name} of={able.data} />
      ) : able.isError ? (
        <ErrorState error={able.error} retry={() => void able.refetch()} />
      ) : (
        <LoadingShape rows={2} />
      )}
    </section>
  );
}

const CHECKS = ["kyc", "onfido", "verifio", "liveness", "suit"] as const;

function Identity({ of, purpose }: { readonly of: PersonDesk; readonly purpose: Purpose }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const reads = role === "compliance" || role === "auditor";
  if (of.identity === null || of.role !== null) return null;
  const { statuses, reviews } = of.identity;
  return (
    <section className="card card--pad gap12" aria-labelledby="identity">
      <h2 id="identity">{words("staff:people.identity")}</h2>
      <Pairs
        of={CHECKS.map((check) => ({
          key: check,
          label: words(`staff:review.check.${check}`),
          value: <StatusSign status={statuses[check]} />,
        }))}
      />
      {reviews.length === 0 ? (
        <p className="mut">{words("staff:people.noReviews")}</p>
      ) : (
        <ul className="rowlist">
          {reviews.map((review) => (
            <li key={review.id}>
              {reads ? (
                <PageLink className="link num" to="/staff/reviews/$id" params={{ id: review.id }}>
                  {review.reference}
                </PageLink>
              ) : (
                <span className="num">{review.reference}</span>
              )}
              <span className="rowwrap small">
                <Badge>{words(`staff:reviews.stateOf.${review.state}`)}</Badge>
                {formatInstant(review.openedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <StatusesOn id={of.id} purpose={purpose} />
    </section>
  );
}

/** Answers to additional questions of flows, which staff pages have no texts for. */
function Further({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  const lng = useLanguage();
  if (of.further === null || of.further.length === 0) return null;
  return (
    <section className="card card--pad gap16" aria-labelledby="further">
      <h2 id="further">{words("staff:further.title")}</h2>
      {of.further.map(({ id, reference, flowSays, at, answers }) => (
        <div key={id} className="gap8">
          <p className="small mut">
            {[flowSays[lng], ...(reference === null ? [] : [reference]), formatInstant(at)].join(" · ")}
          </p>
          <FurtherAnswers
            of={answers}
            title={false}
            fileUrl={(file) => `/api/files/${file}`}
            name={of.customerNumber}
          />
        </div>
      ))}
    </section>
  );
}

function Service({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  const lng = useLanguage();
  const role = useSession()?.user?.role;
  if (of.cases === null) return null;
  const { cases } = of;
  return (
    <section className="card card--pad gap12" aria-labelledby="service">
      <h2 id="service">{words("staff:people.service")}</h2>
      {cases.length === 0 ? (
        <p className="mut">{words("staff:people.noService")}</p>
      ) : (
        <ul className="rowlist">
          {cases.map((one) => (
            <li key={one.id}>
              <span>
                {one.topicSays[lng]}{" "}
                {one.desk === role || role === "compliance" || role === "auditor" ? (
                  <PageLink className="link small num" to="/staff/cases/$id" params={{ id: one.id }}>
                    {one.reference}
                  </PageLink>
                ) : (
                  <span className="small num">{one.reference}</span>
                )}
              </span>
              <span className="rowwrap small">
                <Badge tone={one.late ? "loss" : "info"}>{words(`staff:cases.state.${one.state}`)}</Badge>
                {one.state === "answered" || one.state === "closed"
                  ? null
                  : words(one.late ? "staff:people.caseLate" : "staff:people.answerBy", {
                      date: formatDate(one.answerBy),
                    })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <PageLink className="link" to="/staff/cases">
        {words("staff:people.toDesk")}
      </PageLink>
    </section>
  );
}

/** The person's requests to change the bank account, the e-mail address or the phone number. */
function Changes({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  if (of.changes === null || of.role !== null) return null;
  const { bank, contact } = of.changes;
  return (
    <section className="card card--pad gap12" aria-labelledby="changes">
      <h2 id="changes">{words("staff:people.changes")}</h2>
      {bank.length + contact.length === 0 ? <p className="mut">{words("staff:people.noChanges")}</p> : null}
      <ul className="rowlist">
        {bank.map((one) => (
          <li key={one.reference}>
            <span>
              {words(`form:common.bank-code.options.${one.bank}`)} {one.number}{" "}
              <span className="small num">{one.reference}</span>
            </span>
            <span className="rowwrap small">
              <Badge tone={one.state === "OPEN" ? "warn" : "info"}>
                {words(`staff:people.bankState.${one.state}`)}
              </Badge>
              {formatInstant(one.askedAt)}
            </span>
          </li>
        ))}
        {contact.map((one) => (
          <li key={`${one.kind} ${one.at}`}>
            <span className="wrap">
              {one.before === null || one.kind === "access"
                ? words(`staff:people.contactChanged.${one.kind}`)
                : words(`staff:people.contactBefore.${one.kind}`, { before: one.before })}
            </span>
            <span className="rowwrap small">
              {formatInstant(one.at)}
              {" · "}
              {one.undone
                ? words("staff:people.contactUndone")
                : words(one.kind === "access" ? "staff:people.accessUntil" : "staff:people.undoUntil", {
                    at: formatInstant(one.undoUntil),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
