import type { Review } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { firstText, useText } from "../../kit/text/i18n.ts";
import "./reviews.css";

const MARKS = { SAME: "gain", CLOSE: "warn", OTHER: "loss" } as const;

/** Data that must match, side by side: names, account holder, address and card number. */
export function ReviewCompare({ of }: { readonly of: Review }) {
  const words = useText();
  const { identity, bank, holderLikeness } = of;
  if (identity === null) return null;
  const nameOf = (language: "Th" | "En") =>
    [identity[`firstName${language}`], identity[`lastName${language}`]].filter(Boolean).join(" ");
  const pairs: Pair[] = [
    { key: "th", label: words("staff:review.compare.nameTh"), value: nameOf("Th") },
    { key: "en", label: words("staff:review.compare.nameEn"), value: nameOf("En") },
  ];
  if (of.person.companyName !== null)
    pairs.push({
      key: "company",
      label: words("staff:review.compare.company"),
      value: of.person.companyName,
    });
  if (bank !== null)
    pairs.push(
      {
        key: "holder",
        label: words("staff:review.compare.holder"),
        value: (
          <>
            {bank.accountName ?? "–"}{" "}
            {holderLikeness ? (
              <Badge tone={MARKS[holderLikeness]}>{words(`staff:review.compare.${holderLikeness}`)}</Badge>
            ) : null}
          </>
        ),
        look: "strong",
      },
      {
        key: "account",
        label: words("staff:review.compare.account"),
        value: `${firstText([`form:common.bank-code.options.${bank.bank}`]) ?? bank.bank} ${bank.accountNumber ?? ""}`,
      },
    );
  pairs.push(
    { key: "address", label: words("staff:review.compare.address"), value: addressOf(identity.address) },
    {
      key: "card",
      label: words("staff:review.compare.card"),
      value: <CardNumber review={of.id} end={String(identity.nationalIdEnd ?? "")} />,
    },
  );
  return (
    <section>
      <h2>{words("staff:review.compare.title")}</h2>
      <Pairs of={pairs} />
    </section>
  );
}

/** The last digits of the card number. A press shows the full number, and the server records the access. */
function CardNumber({ review, end }: { readonly review: string; readonly end: string }) {
  const words = useText();
  const { run, answer: shown } = useAction({
    call: () => call("POST", "/reviews/{id}/national-id", { path: { id: review }, body: {} }),
  });
  const before = Object.values(shown?.before ?? {}).filter((number) => number !== null);
  if (shown !== null)
    return (
      <span className="num">
        {shown.nationalId}
        {shown.laserCode === null ? "" : ` · ${shown.laserCode}`}
        {before.length > 0 ? (
          <span className="small">
            {" "}
            {words("staff:review.compare.before", { number: before.join(" · ") })}
          </span>
        ) : null}
      </span>
    );
  return (
    <>
      <span className="num">•••• ••• {end}</span>{" "}
      <button type="button" className="link" onClick={() => run(undefined)}>
        {words("staff:review.compare.show")}
      </button>
    </>
  );
}

function addressOf(address: unknown): string {
  if (typeof address !== "object" || address === null) return "–";
  return Object.values(address).filter(Boolean).join(" ");
}
