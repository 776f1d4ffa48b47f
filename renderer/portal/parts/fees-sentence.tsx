import { formatBaht, formatSigned } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** Explains why the profit is below the strategies' return: the fees and VAT, and the profit before them. */
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
