import type { PayInCode } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import type { Moment } from "../../kit/parts/timeline.tsx";
import { accountNamed } from "../../kit/text/account-named.ts";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";

type Aside = PayInCode["aside"][number];

/**
 * Money that was received for an order but does not pay it, such as a wrong amount. Shows amount, reason and
 * return date. Renders nothing if there is no such money.
 */
export function MoneyAside({ of }: { readonly of: readonly Aside[] }) {
  const words = useText();
  if (of.length === 0) return null;
  return (
    <section className="gap12" aria-labelledby="aside">
      <div className="sechead">
        <h2 id="aside">{words("my-orders:aside.title")}</h2>
      </div>
      {of.map((aside) => (
        <Note key={aside.id} tone={aside.state === "sent" || aside.state === "arrived" ? "info" : "warn"}>
          {cameOf(aside, words)} {backOf(aside, words, isOverOfOpen(aside))}
        </Note>
      ))}
    </section>
  );
}

/**
 * Returns timeline entries for money that was received for the order but does not pay it: one when it came,
 * and one when it was returned.
 */
export function asideMoments(
  of: readonly Aside[],
  words: Translate,
): readonly { readonly came: Moment; readonly back: Moment; readonly at: string }[] {
  return of.map((aside) => {
    const says = { amount: formatBaht(aside.amount), differs: formatBaht(aside.differs ?? "0") };
    const what = aside.reason === "amount-short" ? "short" : aside.reason === "amount-over" ? "over" : "came";
    const { state } = aside;
    const title = state === "sent" || state === "arrived" || state === "returned" ? state : "back";
    const rest = aside.reason === "amount-over" && aside.differs !== null ? says.differs : says.amount;
    return {
      at: aside.at,
      came: {
        key: `${aside.id} came`,
        state: "done",
        title: words(`my-orders:aside.moment.${what}`, says),
        detail: formatInstant(aside.at),
      },
      back: {
        key: `${aside.id} back`,
        state: state === "arrived" ? "done" : "now",
        title: words(`my-orders:aside.moment.${title}`, { amount: rest }),
        detail:
          aside.backOn === null
            ? words(`my-orders:aside.moment.${state === "returned" ? "call" : "later"}`)
            : words("my-orders:aside.moment.on", { date: formatDate(aside.backOn) }),
      },
    };
  });
}

function cameOf(aside: Aside, words: Translate): string {
  const { reason, openUntil } = aside;
  const depends = reason === "amount-short" || reason === "amount-over" || reason === "third-party";
  return words(`my-orders:aside.came.${reason}${depends && openUntil === null ? "_over" : ""}`, {
    amount: formatBaht(aside.amount),
    at: formatInstant(aside.at),
    differs: formatBaht(aside.differs ?? "0"),
    wanted: formatBaht(aside.wanted),
    until: openUntil === null ? "" : formatInstant(openUntil),
  });
}

/** Returns the text that says when and to which account the money is refunded. The server states both. */
export function backOf(
  { state, backOn, backTo }: Pick<Aside, "state" | "backOn" | "backTo">,
  words: Translate,
  isOver = false,
): string {
  return words(`my-orders:aside.back.${state}${isOver ? "_amount-over" : ""}`, {
    date: backOn === null ? "" : formatDate(backOn),
    account: backTo === null ? "" : accountNamed(backTo),
  });
}

/**
 * Whether the received money is more than an open order needs. The order gets the needed amount, and the rest
 * is returned.
 */
function isOverOfOpen({ state, reason, openUntil }: Aside): boolean {
  return state === "held" && reason === "amount-over" && openUntil !== null;
}
