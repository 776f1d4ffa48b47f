import type { Contract } from "./answers.ts";

/** A signed contract, as the identity room stores it. */
export type SignedContract = Pick<Contract, "version" | "language" | "textHash" | "signedAt">;

/** The supplier of electronic duty stamps. It is the tax office or a sandbox. */
export type EStamps = {
  /** Returns a stamp for the document with this SHA-256. A document always gets the same stamp. */
  readonly issue: (of: {
    readonly documentSha256: string;
    readonly on: string;
  }) => Promise<{ readonly number: string; readonly issuedOn: string }>;
};

/** Creates a sandbox that behaves like the tax office. Its stamp numbers are marked as tests. */
export function sandboxEStamps(): EStamps {
  return {
    issue: async ({ documentSha256, on }) => ({
      number: `TRY-${documentSha256.slice(0, 12).toUpperCase()}`,
      issuedOn: on,
    }),
  };
}
