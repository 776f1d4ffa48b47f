import { formatBaht, formatSigned } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** Why the profit is less than what the strategies did: the fee and VAT of the orders, and the profit before them. */
export function FeesSentence({
  of,
}: {
  readonly of: { readonly fees: string; readonly beforeFees: string };
}) {
  const words = useText();
  return (
    <>
      {words("my-account:overview.feesText", {
        fees: formatBaht(of.fees),
        beforeFees: formatSigned(of.beforeFees),
      })}
    </>
  );
}
