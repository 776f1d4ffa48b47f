import type { Contract } from "./answers.ts";

/** A contract that somebody signed, as identity keeps it. */
export type SignedContract = Pick<Contract, "version" | "language" | "textHash" | "signedAt">;

/** Who gives electronic duty stamps: the tax office, or a sandbox in its place. */
export type EStamps = {
  /** A stamp for a document of this SHA-256; the same document gets the same stamp. */
  readonly issue: (of: {
    readonly documentSha256: string;
    readonly on: string;
  }) => Promise<{ readonly number: string; readonly issuedOn: string }>;
};

/** A sandbox in the tax office's place: numbers say that they are for trying. */
export function sandboxEStamps(): EStamps {
  return {
    issue: async ({ documentSha256, on }) => ({
      number: `TRY-${documentSha256.slice(0, 12).toUpperCase()}`,
      issuedOn: on,
    }),
  };
}
