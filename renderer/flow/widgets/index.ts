import type { RegistryWidgetsType } from "@rjsf/utils";
import { BahtWidget } from "./baht-widget.tsx";
import { CameraWidget } from "./camera-widget.tsx";
import {
  CheckCardsWidget,
  ChoiceCardsWidget,
  CountryWidget,
  SelectWidget,
  StrategyCardsWidget,
  YesNoWidget,
} from "./choice-widgets.tsx";
import { ConsentWidget, DocumentWidget } from "./consent-widgets.tsx";
import { DateWidget, PartialDateWidget } from "./date-widgets.tsx";
import { NewPasswordWidget, PasswordWidget } from "./password-widgets.tsx";
import { PinWidget } from "./pin-widget.tsx";
import {
  AccountNumberWidget,
  LaserCodeWidget,
  NumberWidget,
  PhoneWidget,
  PlainWidget,
  TextAreaWidget,
  ThaiIdWidget,
  UpperCaseWidget,
} from "./text-widgets.tsx";
import { UploadWidget } from "./upload-widget.tsx";

/** Every widget that a flow's hints may name. `docs/flow-format.md` lists them. */
export const widgets: RegistryWidgetsType = {
  plain: PlainWidget,
  "upper-case": UpperCaseWidget,
  "text-area": TextAreaWidget,
  number: NumberWidget,
  "thai-id": ThaiIdWidget,
  "laser-code": LaserCodeWidget,
  phone: PhoneWidget,
  "account-number": AccountNumberWidget,
  date: DateWidget,
  "partial-date": PartialDateWidget,
  baht: BahtWidget,
  "choice-cards": ChoiceCardsWidget,
  "strategy-cards": StrategyCardsWidget,
  "check-cards": CheckCardsWidget,
  "yes-no": YesNoWidget,
  select: SelectWidget,
  bank: SelectWidget,
  country: CountryWidget,
  consent: ConsentWidget,
  document: DocumentWidget,
  "new-password": NewPasswordWidget,
  password: PasswordWidget,
  pin: PinWidget,
  upload: UploadWidget,
  camera: CameraWidget,
};
