import { aboutIn } from "../../../domain/about-currency.ts";
import type { DisplayRate } from "../../kit/api/answers.ts";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { keptChoice } from "../../kit/text/kept-choice.ts";
import { useStore } from "../../kit/text/store.ts";
import { useNotices } from "../notices/use-notices.ts";

/** Whether a second currency is shown on this device. */
const secondCurrency = keptChoice("also-in");

/**
 * Returns the exchange rate for a second currency; `null` if the person did not choose one, no rate is
 * available, or the switch `currency-switcher` is off. Use it only on screens that show amounts, never where
 * money is ordered, paid or confirmed, because only the amount in baht is binding.
 */
export function useDisplayRate(): DisplayRate | null {
  const { data } = useNotices();
  const wanted = useStore(secondCurrency.store);
  return wanted ? (data?.rate ?? null) : null;
}

/** A button that turns the second currency on or off. */
export function CurrencySwitch({ className }: { readonly className: string }) {
  const words = useText();
  const { data } = useNotices();
  const on = useStore(secondCurrency.store);
  if (!data?.rate) return null;
  const { currency } = data.rate;
  return (
    <button
      type="button"
      className={className}
      aria-pressed={on}
      aria-label={words(`portfolio:currency.${currency}`)}
      onClick={() => secondCurrency.choose(!on)}
    >
      {currency}
    </button>
  );
}

/**
 * An approximate amount in the second currency. Renders nothing without a rate or while amounts are hidden.
 */
export function About({
  baht,
  rate,
  hidden,
}: {
  readonly baht: string;
  readonly rate: DisplayRate | null;
  readonly hidden: boolean;
}) {
  const words = useText();
  if (rate === null || hidden) return null;
  return (
    <span translate="no" className="about num">
      {words("portfolio:currency.about", {
        amount: formatBaht(aboutIn({ baht, rate: rate.baht })),
        currency: rate.currency,
      })}
    </span>
  );
}

/** The exchange rate with its date and source, and a note that the amount in baht applies. */
export function RateNote({ rate }: { readonly rate: DisplayRate | null }) {
  const words = useText();
  const language = useLanguage();
  if (rate === null) return null;
  return (
    <p className="small ratenote">
      {words("portfolio:currency.note", {
        currency: rate.currency,
        rate: formatUnits(rate.baht),
        date: formatDate(rate.date),
        source: rate.source[language],
      })}
    </p>
  );
}
