import type { ReactNode } from "react";
import type { User } from "../../kit/api/answers.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import type { Overview } from "../parts/records.ts";

/** Returns the person's most important next step; `null` if there is none. */
export function nextOf(
  of: Overview,
  user: User | null,
  { ordering, words }: { readonly ordering: boolean; readonly words: Translate },
): Next | null {
  if (of.next.kind === "pay") return paymentOf(of.next, words);
  if (user === null) return null;
  const stage = user.allowInvest ? (user.kyc.status === "VERIFIED" ? "first" : "review") : "start";
  if (stage !== "start" && !ordering) return null;
  if (stage === "first" && of.holdings.length + of.onTheWay.length > 0) return null;
  return {
    title: words(`my-account:overview.${stage}.title`),
    text: words(`my-account:overview.${stage}.text`),
    href: stage === "start" ? "/kyc" : "/invest",
    button: words(`my-account:overview.${stage}.button`),
    badge: stage === "review" ? words("my-account:me.kyc.PENDING") : null,
  };
}

/** The card of the next step. `chip` shows the time until the cut-off. */
export function NextCard(of: Next & { readonly chip: ReactNode }) {
  const words = useText();
  return (
    <section className="card card--pad gap8 homenext" aria-label={words("my-account:overview.todo")}>
      <div className="screenhead">
        <span className="small">{words("my-account:overview.todo")}</span>
        {of.badge ? <Badge tone="warn">{of.badge}</Badge> : <span className="onlyphone">{of.chip}</span>}
      </div>
      <h2>
        <Phrases text={of.title} />
      </h2>
      <p className="mut">
        <Phrases text={of.text} />
      </p>
      <ButtonLink kind="main" wide href={of.href}>
        {of.button}
      </ButtonLink>
      {of.more ? (
        <PageLink className="link" to="/transactions">
          {of.more}
        </PageLink>
      ) : null}
    </section>
  );
}

/** A next step with its texts. */
export type Next = {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly button: string;
  readonly badge: string | null;
  /** Text about other steps that are waiting. */
  readonly more?: string | null;
};

/** Returns the payment that is due soonest, or the payment slip that is being checked. */
function paymentOf(next: Extract<Overview["next"], { kind: "pay" }>, words: Translate): Next {
  const { order, payIn, slipSent, unpaid } = next;
  const [soonest] = payIn.days;
  const more = unpaid.length - 1;
  const badge = more > 0 ? words("my-account:overview.pay.more", { count: more }) : null;
  const amount = formatBaht(order.amount ?? "0");
  if (slipSent)
    return {
      title: words("my-account:overview.pay.slip.title", { strategy: order.strategy }),
      text: words("my-account:overview.pay.slip.text", { amount }),
      href: `/orders/${order.id}`,
      button: words("my-account:overview.pay.slip.button"),
      more: badge,
      badge: null,
    };
  return {
    title: words("my-account:overview.pay.title", {
      amount,
      strategy: order.strategy,
    }),
    text: words("my-account:overview.pay.text", {
      time: soonest ? formatInstant(soonest.before) : "",
      date: soonest ? formatDate(soonest.navDate) : "",
      last: order.payBy ? formatInstant(order.payBy) : "",
    }),
    href: `/orders/${order.id}`,
    button: words("my-account:overview.pay.button"),
    more: badge,
    badge: null,
  };
}
