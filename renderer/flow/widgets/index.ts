import type { RegistryWidgetsType } from "@rjsf/utils";
import { CameraWidget } from "./camera-widget.tsx";
import {
  CheckCardsWidget,
  ChoiceCardsWidget,
  CountryWidget,
  SelectWidget,
  YesNoWidget,
} from "./choice-widgets.tsx";
import { ConsentWidget, DocumentWidget } from "./consent-widgets.tsx";
import { DateWidget, PartialDateWidget } from "./date-widgets.tsx";
import { NewPasswordWidget, PasswordWidget } from "./password-widgets.tsx";
import { PinWidget } from "./pin-widget.tsx";
import {
  AccountNumberWidget,
  NumberWidget,
  PlainWidget,
  TextAreaWidget,
  UpperCaseWidget,
} from "./text-widgets.tsx";
import { UploadWidget } from "./upload-widget.tsx";

/**
 * The general widgets. The hints of a flow may name these widgets and those of `TradeParts`.
 * `docs/flow-format.md` lists all of them.
 */
export const widgets: RegistryWidgetsType = {
  plain: PlainWidget,
  "upper-case": UpperCaseWidget,
  "text-area": TextAreaWidget,
  number: NumberWidget,
  "account-number": AccountNumberWidget,
  date: DateWidget,
  "partial-date": PartialDateWidget,
  "choice-cards": ChoiceCardsWidget,
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
