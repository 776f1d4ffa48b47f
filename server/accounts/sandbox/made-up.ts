import type { Provider } from "../providers.ts";

/** A fictitious provider account. */
export type MadeUp = {
  readonly subject: string;
  readonly email: string;
  readonly proved: boolean;
  readonly name: string;
};

/**
 * The accounts that the account chooser offers. Two have a portal account, and one has an unverified e-mail.
 */
export const MADE_UP: Readonly<Record<Provider, readonly MadeUp[]>> = {
  google: [
    { subject: "108000000000000000001", email: "kanchana@gmail.example", proved: true, name: "Kanchana W." },
    { subject: "108000000000000000002", email: "fresh@saphan.example", proved: true, name: "Fresh" },
    { subject: "108000000000000000003", email: "unproved@gmail.example", proved: false, name: "Unproved" },
  ],
  apple: [
    {
      subject: "001000.aa00000000000000000000000000aa.0001",
      email: "x7k2m9q4@privaterelay.appleid.example",
      proved: true,
      name: "Somchai (hidden e-mail)",
    },
    {
      subject: "001000.bb00000000000000000000000000bb.0002",
      email: "investor@saphan.example",
      proved: true,
      name: "Investor",
    },
  ],
};

/** The sandbox's wallets, each with access token and profile. */
export const WALLETS = [
  { token: "tmn-sandbox-1", trueMoneyId: "tmn.0000000001", name: "Kanchana W.", mobile: "08x-xxx-0001" },
  { token: "tmn-sandbox-2", trueMoneyId: "tmn.0000000002", name: "Somchai P.", mobile: "08x-xxx-0002" },
] as const;

/** The wallet used for everyone while `truemoney-dev-access-token` is on. */
export const DEV_WALLET = {
  token: "tmn-sandbox-dev",
  trueMoneyId: "tmn.9999999999",
  name: "Developer",
  mobile: "08x-xxx-9999",
} as const;
