import type { Contract } from "./answers.ts";

/** A signed contract, in the form that the identity room stores. */
export type SignedContract = Pick<Contract, "version" | "language" | "textHash" | "signedAt">;

/** The supplier of electronic duty stamps: the tax office or a sandbox. */
export type EStamps = {
  /** Returns a stamp for a document with this SHA-256. The same document gets the same stamp. */
  readonly issue: (of: {
    readonly documentSha256: string;
    readonly on: string;
  }) => Promise<{ readonly number: string; readonly issuedOn: string }>;
};

/** Creates a sandbox for the tax office. Its numbers are marked as tests. */
export function sandboxEStamps(): EStamps {
  return {
    issue: async ({ documentSha256, on }) => ({
      number: `TRY-${documentSha256.slice(0, 12).toUpperCase()}`,
      issuedOn: on,
    }),
  };
}
