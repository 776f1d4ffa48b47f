import { channel } from "node:diagnostics_channel";
import { availableParallelism } from "node:os";
import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { refuseWhileHolding } from "../holding.ts";
import { createTurns } from "../http/index.ts";

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane. One hash takes about 20 ms.
const COST: Options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Channel that publishes each run of argon2 as `hash` or `verify`, for code that counts the runs. */
export const argonRuns = channel("saphan.accounts.argon");

/** Options for hashing a secret. */
export type Hashing = {
  /** Additional secret for short values such as a PIN. It is not stored with the hash. */
  readonly pepper?: Buffer;
  /** Key of the client in the queue for expensive requests; see `clientOf`. */
  readonly client?: string;
};

// Hashing leaves one processor free, and clients take turns.
const turns = createTurns({ atOnce: Math.max(1, availableParallelism() - 1) });

/** Returns an argon2id hash in PHC notation. */
export async function hashSecret(secret: string, hashing: Hashing = {}): Promise<string> {
  refuseWhileHolding("a secret's hash");
  return await turns(hashing.client ?? OURSELVES, () => {
    argonRuns.publish("hash");
    return hash(secret, costOf(hashing));
  });
}

/**
 * Returns whether the secret matches the hash. Without a hash (unknown account), takes the same time and
 * returns `false`, so that the time does not reveal whether the account exists.
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

/**
 * Computes in advance the hash that replaces a missing one (unknown account), so that the first such request
 * is not slower.
 */
export async function prepareHashes(): Promise<void> {
  await nobody();
}

let ofNobody: Promise<string> | undefined;

function nobody(): Promise<string> {
  ofNobody ??= hashSecret("nobody has this password");
  return ofNobody;
}
