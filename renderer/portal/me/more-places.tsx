import { Calculator, ChartCandlestick, ChartPie, Files } from "lucide-react";
import { useFlag } from "../../kit/api/flags.ts";
import { useText } from "../../kit/text/i18n.ts";
import { TierCard } from "../notices/tier-card.tsx";
import { useNotices } from "../notices/use-notices.ts";
import { PlaceRow } from "../parts/place-row.tsx";

/**
 * Links to further pages of an investor, and the investor's tier. Pages behind a feature switch appear only
 * if it is on.
 */
export function MorePlaces() {
  const words = useText();
  const market = useFlag("market-menu");
  const tools = useFlag("tools-menu");
  const { data } = useNotices();
  return (
    <>
      {data?.tier ? <TierCard of={data.tier} /> : null}
      <ul className="card list">
        <PlaceRow
          href="/portfolio"
          icon={<ChartPie size={22} aria-hidden="true" />}
          title={words("portfolio:title")}
        >
          {words("portfolio:place")}
        </PlaceRow>
        <PlaceRow
          href="/documents"
          icon={<Files size={22} aria-hidden="true" />}
          title={words("documents:title")}
        >
          {words("documents:place")}
        </PlaceRow>
        {market ? (
          <PlaceRow
            href="/market"
            icon={<ChartCandlestick size={22} aria-hidden="true" />}
            title={words("portfolio:market.title")}
          >
            {words("portfolio:market.text")}
          </PlaceRow>
        ) : null}
        {tools ? (
          <PlaceRow
            href="/tools"
            icon={<Calculator size={22} aria-hidden="true" />}
            title={words("portfolio:tools.title")}
          >
            {words("portfolio:tools.text")}
          </PlaceRow>
        ) : null}
      </ul>
    </>
  );
}
