import type { View } from "../../kit/api/answers.ts";
import { tradeParts } from "../trade-parts.ts";

/** The order that an effect of this instance placed; `null` where none did. */
export function orderOf(view: View): string | null {
  for (const output of Object.values(view.effects))
    if (
      typeof output === "object" &&
      output !== null &&
      "order" in output &&
      typeof output.order === "string"
    )
      return output.order;
  return null;
}

/** What became of an order, what follows, and what is to be done for it. */
export function OrderTimeline({ id }: { readonly id: string }) {
  const { Timeline } = tradeParts();
  return <Timeline id={id} />;
}
