import { type Environment, readSecret } from "./secret-settings.ts";

/** The wire formats of text message gateways that the portal speaks. */
export const SMS_VENDORS = ["form", "infobip"] as const;
export type SmsVendor = (typeof SMS_VENDORS)[number];

/** Address and credentials of the gateway, and the sender name that readers see. */
export type SmsSettings = {
  readonly url: string;
  /** The password of basic authentication, or the API key. */
  readonly secret: string;
  readonly sender: string;
} & (
  | { readonly vendor: "form" /** The user of basic authentication. */; readonly key: string }
  | {
      readonly vendor: "infobip";
      /** Where it reports deliveries to; `null`: nowhere. Each message names it. */
      readonly reportUrl: string | null;
    }
);

/**
 * Reads the gateway's settings, all or none; `null` if none is set. Adds faults to `wrong`. `addressOf` and `vendorOf`
 * read an address and a choice, like the other settings.
 */
export function readSmsSettings(
  { given, env }: { readonly given: Environment; readonly env: Environment },
  read: {
    readonly addressOf: (name: string) => string | null;
    readonly vendorOf: () => SmsVendor;
    readonly reportUrl: string | null;
  },
  wrong: string[],
): SmsSettings | null {
  const vendor = read.vendorOf();
  const url = read.addressOf("SMS_URL");
  const secret = readSecret(given, "SMS_SECRET", wrong) ?? "";
  const key = env.SMS_KEY ?? "";
  const sender = env.SMS_SENDER ?? "SAPHAN";
  if (!/^[A-Za-z0-9 ._-]{3,11}$/.test(sender))
    wrong.push(`SMS_SENDER is "${sender}"; it is 3 to 11 letters or digits, as registered with the gateway.`);
  const needed = {
    SMS_URL: env.SMS_URL ?? "",
    ...(vendor === "form" ? { SMS_KEY: key } : {}),
    SMS_SECRET: secret,
  };
  const names = Object.keys(needed);
  const count = Object.values(needed).filter((value) => value !== "").length;
  if (count > 0 && count < names.length)
    wrong.push(
      `${names.slice(0, -1).join(", ")} and ${names.at(-1)} belong together: set all of them or none (SMS_VENDOR is "${vendor}").`,
    );
  if (vendor !== "form" && key !== "")
    wrong.push(`SMS_KEY is for SMS_VENDOR "form" only; "${vendor}" has just SMS_SECRET, its API key.`);
  if (url === null) return null;
  return vendor === "form"
    ? { vendor, url, key, secret, sender }
    : { vendor, url, secret, sender, reportUrl: read.reportUrl };
}
