import { brandFactsOf, otherBrands } from "../../../domain/brands.ts";
import { brand } from "../../kit/brand/brand.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";

/**
 * A link for customers of the other brand. It leads to the page where they log in with their account of that
 * brand.
 */
export function TransferLink() {
  const words = useText();
  return otherBrands(brand()).map((there) => (
    <p key={there} className="shown">
      <PageLink to="/transfer" search={{ from: there }}>
        {words("access:transfer.link", { there: brandFactsOf(there).name })}
      </PageLink>
    </p>
  ));
}
