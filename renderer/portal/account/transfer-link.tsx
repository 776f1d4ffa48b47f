import { BRANDS, brand } from "../../kit/brand/brand.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** Leads a customer of the other brand to where they enter with the account that they have there. */
export function TransferLink() {
  const words = useText();
  return (
    <p className="shown">
      <PageLink to="/transfer">
        {words("access:transfer.link", { there: BRANDS[brand() === "saphan" ? "nava" : "saphan"].name })}
      </PageLink>
    </p>
  );
}
