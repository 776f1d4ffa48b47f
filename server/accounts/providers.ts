import type { Config } from "../config.ts";

/** An external identity provider. */
export type Provider = "google" | "apple";

/** An OpenID issuer, and the portal's client id at this issuer. */
export type IssuerSettings = { readonly issuer: string; readonly clientId: string };

/** The settings for Apple, which exchanges a code for a token if the portal signs the request. */
export type AppleSettings = IssuerSettings & {
  readonly teamId: string;
  readonly keyId: string;
  /** Private key in PKCS 8, PEM, for ES256. */
  readonly privateKey: string;
};

/** The settings for the wallet partner. `url` is the part of the address before `/user/profile`. */
export type WalletSettings = {
  readonly url: string;
  /** Token of the test wallet, used while `truemoney-dev-access-token` is on. Development only. */
  readonly devAccessToken: string | null;
};

/** The configured providers. A provider that is `null` is not offered. */
export type Providers = {
  readonly google: IssuerSettings | null;
  readonly apple: AppleSettings | null;
  readonly wallet: WalletSettings | null;
};

export const NO_PROVIDERS: Providers = { google: null, apple: null, wallet: null };

/** Returns the providers that the settings configure. */
export function providersOf(config: Pick<Config, "google" | "apple" | "walletUrl">): Providers {
  return {
    google: config.google,
    apple: config.apple,
    wallet: config.walletUrl === null ? null : { url: config.walletUrl, devAccessToken: null },
  };
}
