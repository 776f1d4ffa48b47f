import { Delta } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** A strategy's return in a period; a note if its history is shorter. */
export function StrategyReturn({ percent }: { readonly percent: string | null }) {
  const words = useText();
  return percent === null ? words("my-account:strategies.notAvailable") : <Delta percent={percent} />;
}
