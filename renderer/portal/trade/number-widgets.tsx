import type { WidgetProps } from "@rjsf/utils";
import { MaskedInput } from "../../flow/widgets/text-widgets.tsx";
import { laserCodeMask, phoneMask, thaiIdMask } from "../../kit/text/mask.ts";

/** The national ID, grouped as on the card. */
export function ThaiIdWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={thaiIdMask} inputMode="numeric" />;
}

/** The code on the back of the card, grouped 3-7-2. */
export function LaserCodeWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={laserCodeMask} inputMode="text" capitals />;
}

/** A Thai phone number. */
export function PhoneWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={phoneMask} inputMode="tel" />;
}
