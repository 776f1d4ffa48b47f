import type { WidgetProps } from "@rjsf/utils";
import { MaskedInput } from "../../flow/widgets/text-widgets.tsx";
import { laserCodeMask, phoneMask, thaiIdMask } from "../../kit/text/mask.ts";

/** A field for the national ID number, grouped as on the card. */
export function ThaiIdWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={thaiIdMask} inputMode="numeric" />;
}

/** A field for the code on the back of the ID card, grouped 3-7-2. */
export function LaserCodeWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={laserCodeMask} inputMode="text" capitals />;
}

/** A field for a Thai phone number. */
export function PhoneWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={phoneMask} inputMode="tel" />;
}
