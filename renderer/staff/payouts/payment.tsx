import type { PayoutDesk } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { accountNamed } from "../../kit/text/account-named.ts";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { TestMark } from "../test-mark.tsx";

/** A payment: investor, amount, receiving account, and whether it was paid before. */
export function Payment({ of }: { readonly of: PayoutDesk["payouts"][number] }) {
  const words = useText();
  const language = useLanguage();
  return (
    <>
      <p>
        <b className="num">{of.reference}</b> {of.refund ? words("staff:payouts.refund") : null}{" "}
        <span className="num">{of.strategy}</span>
        {of.correction ? ` · ${words("staff:payouts.correction")}` : null} ·{" "}
        <b className="num">{formatBaht(of.amount)}</b> {words("common:baht")}{" "}
        {of.dueOn === null ? null : `· ${formatDate(of.dueOn)}`}{" "}
        <Badge tone={of.state === "RETURNED" ? "warn" : "info"}>
          {words(`staff:payouts.state.${of.state}`)}
        </Badge>
      </p>
      <p className="small">
        {[of.name?.[language], of.investor ?? "–"].filter(Boolean).join(" · ")} <TestMark who={of.investor} />{" "}
        · {words("staff:payouts.to")} {accountNamed(of.label)} ·{" "}
        {of.holder ?? words("staff:payouts.holderUnknown")}
      </p>
      {of.again === null ? null : (
        <Note tone="warn">
          {words("staff:payouts.before", { on: formatDate(of.again.on), reason: of.again.reason })}
        </Note>
      )}
    </>
  );
}
