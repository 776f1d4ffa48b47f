import type { SmsVendor } from "../../sms-settings.ts";
import { formGateway } from "./form.ts";
import type { Gateway } from "./gateway.ts";
import { infobipGateway } from "./infobip.ts";

/** The gateway of each vendor. */
export const GATEWAYS: Readonly<Record<SmsVendor, Gateway>> = {
  form: formGateway,
  infobip: infobipGateway,
};
