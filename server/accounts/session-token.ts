import { jwtVerify, SignJWT } from "jose";

/** The claims of the page's token: person and expiry (seconds since 1970). */
export type TokenClaims = { readonly uuid: string; readonly exp: number };

/**
 * Signs the token of the `<slug>_token` cookie. The token is valid only for `audience`: one brand in one
 * installation.
 */
export async function signToken(key: Buffer, claims: TokenClaims, audience: string): Promise<string> {
  return await new SignJWT({ uuid: claims.uuid })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setAudience(audience)
    .setExpirationTime(claims.exp)
    .sign(key);
}

/**
 * Returns the claims of a token that has a valid signature, is for `audience`, and is not expired at `now`;
 * `null` otherwise.
 */
export async function readToken(
  key: Buffer,
  token: string,
  { audience, now }: { readonly audience: string; readonly now: Date },
): Promise<TokenClaims | null> {
  const known = verified.get(key)?.get(token);
  if (known !== undefined && known.audience === audience)
    return known.claims.exp > Math.floor(now.getTime() / 1000) ? known.claims : null;
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], audience, currentDate: now });
    if (typeof payload.uuid !== "string" || typeof payload.exp !== "number") return null;
    const claims = { uuid: payload.uuid, exp: payload.exp };
    remember(key, token, { claims, audience });
    return claims;
  } catch {
    return null;
  }
}

type Verified = { readonly claims: TokenClaims; readonly audience: string };

/** Cache of verified tokens. A signature stays valid, so only the expiry is checked again. */
const verified = new WeakMap<Buffer, Map<string, Verified>>();
const MOST_KNOWN = 2_000;

function remember(key: Buffer, token: string, what: Verified): void {
  const known = verified.get(key) ?? new Map<string, Verified>();
  verified.set(key, known);
  const oldest = known.keys().next();
  if (known.size >= MOST_KNOWN && !oldest.done) known.delete(oldest.value);
  known.set(token, what);
}
