import { channel } from "node:diagnostics_channel";
import { availableParallelism } from "node:os";
import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { refuseWhileHolding } from "../holding.ts";
import { createTurns } from "../http/index.ts";

// 19 MiB, two passes, one lane: the smallest set that OWASP recommends for argon2id; about 20 ms here.
const COST: Options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Announces each run of argon2, with `hash` or `verify`; code that counts them subscribes. */
export const argonRuns = channel("saphan.accounts.argon");

/** With what a secret is hashed, and for whom. */
export type Hashing = {
  /** For short secrets (a PIN); it is not stored with the hash. */
  readonly pepper?: Buffer;
  /** Whose turn it is where many wait, see `clientOf`. */
  readonly client?: string;
};

// One processor is left to everything else, however many sign up; clients are served one after the other.
const turns = createTurns({ atOnce: Math.max(1, availableParallelism() - 1) });

/** An argon2id hash in PHC notation. */
export async function hashSecret(secret: string, hashing: Hashing = {}): Promise<string> {
  refuseWhileHolding("a secret's hash");
  return await turns(hashing.client ?? OURSELVES, () => {
    argonRuns.publish("hash");
    return hash(secret, costOf(hashing));
  });
}

/**
 * Whether the secret is the one that was hashed. Without a hash (nobody has that e-mail) it works just as
 * long and answers `false`, so that the time does not tell whether an account exists.
 */
export async function matchesSecret(
  stored: string | null,
  secret: string,
  hashing: Hashing = {},
): Promise<boolean> {
  refuseWhileHolding("a secret's hash");
  const compared = stored ?? (await nobody());
  const matches = await turns(hashing.client ?? OURSELVES, () => {
    argonRuns.publish("verify");
    return verify(compared, secret, costOf(hashing));
  });
  return stored !== null && matches;
}

const OURSELVES = "portal";

function costOf({ pepper }: Hashing): Options {
  return pepper === undefined ? COST : { ...COST, secret: pepper };
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
