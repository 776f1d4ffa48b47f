import { type Environment, readSecret } from "./secret-settings.ts";

/**
 * The gateways for text messages that the portal can use. How to speak with each is in `messages/gateways`.
 */
export const SMS_VENDORS = {
  /** This gateway uses basic authentication. SMS_KEY is the user, SMS_SECRET the password. */
  form: { hasUser: true },
  /** This gateway uses an API key, which is SMS_SECRET. */
  infobip: { hasUser: false },
} as const satisfies { readonly [vendor: string]: { readonly hasUser: boolean } };

export type SmsVendor = keyof typeof SMS_VENDORS;
export const SMS_VENDOR_NAMES = Object.keys(SMS_VENDORS) as readonly SmsVendor[];

/** The address of the gateway, its credentials, and the sender name that recipients see. */
export type SmsSettings = {
  readonly vendor: SmsVendor;
  readonly url: string;
  /** The user for basic authentication; `null` if the gateway does not use it. */
  readonly user: string | null;
  /** The password for basic authentication, or the API key. */
  readonly secret: string;
  readonly sender: string;
  /** The address to which the gateway must send its delivery reports; `null` if it sends none. */
  readonly reportUrl: string | null;
};

/**
 * Reads the settings of the gateway. Either all of them or none must be set; otherwise errors are added to
 * `wrong`. Returns `null` if none is set. `addressOf` reads an address and `vendorOf` a vendor, as for all
 * other settings.
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
