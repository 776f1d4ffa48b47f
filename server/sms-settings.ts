import { type Environment, readSecret } from "./secret-settings.ts";

/** The text message gateways that the portal can use. The wire format of each is in `messages/gateways`. */
export const SMS_VENDORS = {
  /** Uses basic authentication: SMS_KEY is the user, SMS_SECRET the password. */
  form: { hasUser: true },
  /** Uses an API key: SMS_SECRET. */
  infobip: { hasUser: false },
} as const satisfies { readonly [vendor: string]: { readonly hasUser: boolean } };

export type SmsVendor = keyof typeof SMS_VENDORS;
export const SMS_VENDOR_NAMES = Object.keys(SMS_VENDORS) as readonly SmsVendor[];

/** Address and credentials of the gateway, and the sender name that readers see. */
export type SmsSettings = {
  readonly vendor: SmsVendor;
  readonly url: string;
  /** The user for basic authentication; `null` if the vendor does not use it. */
  readonly user: string | null;
  /** The password for basic authentication, or the API key. */
  readonly secret: string;
  readonly sender: string;
  /** The address to which the gateway reports deliveries; `null` if it sends no reports. */
  readonly reportUrl: string | null;
};

/**
 * Reads the gateway's settings, all or none; returns `null` if none is set. Adds errors to `wrong`.
 * `addressOf` reads an address and `vendorOf` a vendor, in the same way as for the other settings.
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
