import { jwtVerify, SignJWT } from "jose";

/** What the page's token says: whose it is, and until when (seconds since 1970). */
export type TokenClaims = { readonly uuid: string; readonly exp: number };

/** Signs the token of the `<slug>_token` cookie. It is good for `audience` only: one brand in one installation. */
export async function signToken(key: Buffer, claims: TokenClaims, audience: string): Promise<string> {
  return await new SignJWT({ uuid: claims.uuid })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setAudience(audience)
    .setExpirationTime(claims.exp)
    .sign(key);
}

/** The claims of a token with our signature, for `audience`, that has not expired at `now`; `null` for any other text. */
export async function readToken(
  key: Buffer,
  token: string,
  { audience, now }: { readonly audience: string; readonly now: Date },
): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], audience, currentDate: now });
    if (typeof payload.uuid !== "string" || typeof payload.exp !== "number") return null;
    return { uuid: payload.uuid, exp: payload.exp };
  } catch {
    return null;
  }
}
