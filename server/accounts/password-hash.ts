import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { refuseWhileHolding } from "../holding.ts";

// 19 MiB, two passes, one lane: the smallest set that OWASP recommends for argon2id; about 20 ms here.
const COST: Options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** An argon2id hash in PHC notation. `pepper` is for short secrets (a PIN) and is not stored with the hash. */
export async function hashSecret(secret: string, pepper?: Buffer): Promise<string> {
  refuseWhileHolding("a secret's hash");
  return await hash(secret, pepper === undefined ? COST : { ...COST, secret: pepper });
}

/**
 * Whether the secret is the one that was hashed. Without a hash (nobody has that e-mail) it works just as
 * long and answers `false`, so that the time does not tell whether an account exists.
 */
export async function matchesSecret(
  stored: string | null,
  secret: string,
  pepper?: Buffer,
): Promise<boolean> {
  refuseWhileHolding("a secret's hash");
  const options = pepper === undefined ? COST : { ...COST, secret: pepper };
  const matches = await verify(stored ?? (await nobody()), secret, options);
  return stored !== null && matches;
}

/** Makes the hash that stands in for nobody's, so that the first stranger does not wait longer than others. */
export async function prepareHashes(): Promise<void> {
  await nobody();
}

let ofNobody: Promise<string> | undefined;

function nobody(): Promise<string> {
  ofNobody ??= hashSecret("nobody has this password");
  return ofNobody;
}
