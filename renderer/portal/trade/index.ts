import { trade } from "../../../domain/index.ts";
import type { TradeParts } from "../../flow/trade-parts.ts";
import { strategyKey } from "../../kit/parts/strategies.ts";
import { hasText, t } from "../../kit/text/i18n.ts";
import { FLOW_PAGES } from "../flows/flow-pages.ts";
import { madeUp } from "./made-up.ts";
import { OrderTimeline } from "./order-timeline.tsx";

/** What the portal gives the flow runner: everything of our trade that a flow may name or lead to. */
export const parts: TradeParts = {
  trade,
  widgets: {},
  groupWidgets: [],
  widgetOfFormat: {},
  groups: {},
  besideCode,
  Timeline: OrderTimeline,
  pages: FLOW_PAGES,
  madeUp,
};

/** What a strategy's code is for. */
function besideCode(code: string): string | null {
  const key = strategyKey(code);
  return key !== null && hasText(key) ? t(key) : null;
}
