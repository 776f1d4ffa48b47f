import type { Config } from "../config.ts";

/** Who else may say who somebody is. */
export type Provider = "google" | "apple";

/** An OpenID issuer, and how it knows us. */
export type IssuerSettings = { readonly issuer: string; readonly clientId: string };

/** Apple trades a code for its token, against a secret that we sign. */
export type AppleSettings = IssuerSettings & {
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS 8, PEM, ES256. */
  readonly privateKey: string;
};

/** The wallet partner: `url` is what stands before `/user/profile`. */
export type WalletSettings = {
  readonly url: string;
  /** With which the portal may be tried without a wallet, while `truemoney-dev-access-token` is on. Development only. */
  readonly devAccessToken: string | null;
};

/** Who is asked; `null`: this way in is not offered. */
export type Providers = {
  readonly google: IssuerSettings | null;
  readonly apple: AppleSettings | null;
  readonly wallet: WalletSettings | null;
};

export const NO_PROVIDERS: Providers = { google: null, apple: null, wallet: null };

/** The providers that the settings name. */
export function providersOf(config: Pick<Config, "google" | "apple" | "walletUrl">): Providers {
  return {
    google: config.google,
    apple: config.apple,
    wallet: config.walletUrl === null ? null : { url: config.walletUrl, devAccessToken: null },
  };
}
