import { type Environment, readSecret } from "./secret-settings.ts";

/** The text message gateways that the portal can use. Each has its wire format in `messages/gateways`. */
export const SMS_VENDORS = {
  /** Basic authentication: SMS_KEY is the user, SMS_SECRET the password. */
  form: { hasUser: true },
  /** SMS_SECRET is the API key. */
  infobip: { hasUser: false },
} as const satisfies { readonly [vendor: string]: { readonly hasUser: boolean } };

export type SmsVendor = keyof typeof SMS_VENDORS;
export const SMS_VENDOR_NAMES = Object.keys(SMS_VENDORS) as readonly SmsVendor[];

/** Address and credentials of the gateway, and the sender name that readers see. */
export type SmsSettings = {
  readonly vendor: SmsVendor;
  readonly url: string;
  /** The user of basic authentication; `null` for a vendor without one. */
  readonly user: string | null;
  /** The password of basic authentication, or the API key. */
  readonly secret: string;
  readonly sender: string;
  /** Where the gateway reports deliveries to; `null`: nowhere. */
  readonly reportUrl: string | null;
};

/**
 * Reads the gateway's settings, all or none; `null` if none is set. Adds faults to `wrong`. `addressOf` and `vendorOf`
 * read an address and a choice, like the other settings.
 */
export function readSmsSettings(
  { given, env }: { readonly given: Environment; readonly env: Environment },
  read: {
    readonly addressOf: (name: string) => string | null;
    readonly vendorOf: () => SmsVendor;
    readonly reportUrlOf: (vendor: SmsVendor) => string | null;
  },
  wrong: string[],
): SmsSettings | null {
  const vendor = read.vendorOf();
  const { hasUser } = SMS_VENDORS[vendor];
  const url = read.addressOf("SMS_URL");
  const secret = readSecret(given, "SMS_SECRET", wrong) ?? "";
  const user = env.SMS_KEY ?? "";
  const sender = env.SMS_SENDER ?? "SAPHAN";
  if (!/^[A-Za-z0-9 ._-]{3,11}$/.test(sender))
    wrong.push(`SMS_SENDER is "${sender}"; it is 3 to 11 letters or digits, as registered with the gateway.`);
  const needed = {
    SMS_URL: env.SMS_URL ?? "",
    ...(hasUser ? { SMS_KEY: user } : {}),
    SMS_SECRET: secret,
  };
  const names = Object.keys(needed);
  const count = Object.values(needed).filter((value) => value !== "").length;
  if (count > 0 && count < names.length)
    wrong.push(
      `${names.slice(0, -1).join(", ")} and ${names.at(-1)} belong together: set all of them or none (SMS_VENDOR is "${vendor}").`,
    );
  if (!hasUser && user !== "")
    wrong.push(`SMS_KEY is not for SMS_VENDOR "${vendor}", which has just SMS_SECRET; remove SMS_KEY.`);
  if (url === null) return null;
  return { vendor, url, user: hasUser ? user : null, secret, sender, reportUrl: read.reportUrlOf(vendor) };
}
