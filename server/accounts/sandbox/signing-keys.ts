import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** The keys of an issuer, which signs with the newest and also publishes the previous one. */
export type SigningKeys = {
  readonly published: () => Promise<{ readonly keys: readonly JWK[] }>;
  readonly sign: (payload: JWTPayload) => Promise<string>;
  /** Switches to a new signing key. With `forget`, earlier keys are no longer published. */
  readonly rotate: (options?: { readonly forget?: boolean }) => Promise<void>;
};

type Key = { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: JWK };

/** Returns keys that are created on first use, because most starts of the server need none. */
export function signingKeys(alg: "RS256" | "ES256"): SigningKeys {
  let keys: Promise<readonly Key[]> | null = null;
  let made = 0;
  const make = async (): Promise<Key> => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    made += 1;
    const kid = `${alg.toLowerCase()}-${made}`;
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
  };
  const all = () => {
    keys ??= make().then((key) => [key]);
    return keys;
  };
  return {
    published: async () => ({ keys: (await all()).map(({ jwk }) => jwk) }),
    sign: async (payload) => {
      const [key] = await all();
      if (key === undefined) throw new Error("signingKeys: there is no key");
      return await new SignJWT(payload)
        .setProtectedHeader({ alg, kid: key.kid, typ: "JWT" })
        .sign(key.privateKey);
    },
    rotate: async ({ forget = false } = {}) => {
      const before = await all();
      const next = await make();
      keys = Promise.resolve(forget ? [next] : [next, ...before].slice(0, 2));
    },
  };
}
