import type { Config } from "../config.ts";

/** An external identity provider. */
export type Provider = "google" | "apple";

/** An OpenID issuer, and our client id there. */
export type IssuerSettings = { readonly issuer: string; readonly clientId: string };

/** Apple exchanges a code for a token, against a secret that the portal signs. */
export type AppleSettings = IssuerSettings & {
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS 8, PEM, ES256. */
  readonly privateKey: string;
};

/** The wallet partner. `url` is the part before `/user/profile`. */
export type WalletSettings = {
  readonly url: string;
  /** Token of the test wallet, used while `truemoney-dev-access-token` is on. Development only. */
  readonly devAccessToken: string | null;
};

/** The configured providers. `null`: not offered. */
export type Providers = {
  readonly google: IssuerSettings | null;
  readonly apple: AppleSettings | null;
  readonly wallet: WalletSettings | null;
};

export const NO_PROVIDERS: Providers = { google: null, apple: null, wallet: null };

/** Returns the providers of the settings. */
export function providersOf(config: Pick<Config, "google" | "apple" | "walletUrl">): Providers {
  return {
    google: config.google,
    apple: config.apple,
    wallet: config.walletUrl === null ? null : { url: config.walletUrl, devAccessToken: null },
  };
}
