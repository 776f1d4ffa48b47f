import { formatBaht, formatSigned } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/**
 * A sentence that explains why the profit is below the strategies' return. It names the fees with VAT, and
 * the profit before them.
 */
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
