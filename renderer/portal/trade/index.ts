import { trade } from "../../../domain/index.ts";
import { PLACE_PARTS } from "../../../domain/thai-places.ts";
import type { TradeGroup, TradeParts } from "../../flow/trade-parts.ts";
import { hasText, type Language, t } from "../../kit/text/i18n.ts";
import { strategyKey } from "../parts/strategies.ts";
import { AddressField } from "./address-field.tsx";
import { AuthenticatorWidget } from "./authenticator-widget.tsx";
import { BahtWidget, UnitsWidget } from "./baht-widget.tsx";
import { HeldStrategiesWidget } from "./held-strategies-widget.tsx";
import { madeUp } from "./made-up.ts";
import { LaserCodeWidget, PhoneWidget, ThaiIdWidget } from "./number-widgets.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { PlaceWidget } from "./place-widget.tsx";
import { placeFault, placeName, usePlaces } from "./places.ts";
import { RecoveryCodesWidget } from "./recovery-codes-widget.tsx";
import { ReturnBars } from "./return-bars.tsx";
import { StrategyCardsWidget } from "./strategy-cards-widget.tsx";

const address: TradeGroup = {
  field: AddressField,
  widgets: Object.fromEntries(PLACE_PARTS.map((part) => [part, PlaceWidget])),
  fault: placeFault,
  shown: placeName,
};

/** The portal's parts for the flow runner: everything that flows may name or link to. */
export const parts: TradeParts = {
  trade,
  widgets: {
    "thai-id": ThaiIdWidget,
    "laser-code": LaserCodeWidget,
    phone: PhoneWidget,
    baht: BahtWidget,
    units: UnitsWidget,
    "strategy-cards": StrategyCardsWidget,
    "held-strategies": HeldStrategiesWidget,
    authenticator: AuthenticatorWidget,
    "recovery-codes": RecoveryCodesWidget,
  },
  groupWidgets: ["strategy-cards", "held-strategies"],
  widgetOfFormat: {
    "thai-id": "thai-id",
    "laser-code": "laser-code",
    "thai-phone": "phone",
    "thai-mobile": "phone",
    baht: "baht",
    units: "units",
  },
  groups: { address },
  useShownGroups,
  charts: { "sample-returns": ReturnBars },
  besideCode,
  Timeline: OrderTimeline,
  pages: {},
  madeUp,
};

/**
 * Answers store Thai place names. To show them in another language, the page must load the list of places.
 */
function useShownGroups(groups: readonly string[], language: Language): void {
  usePlaces(language !== "th" && groups.includes("address"));
}

/** Returns a strategy's short description by its code; `null` if the code is not that of a strategy. */
function besideCode(code: string): string | null {
  const key = strategyKey(code);
  return key !== null && hasText(key) ? t(key) : null;
}
