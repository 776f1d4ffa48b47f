import type { Refusal } from "./inspect.ts";
import type { Scanned } from "./scanner.ts";

/** The registered data of an upload. */
export type StoredFile = {
  readonly id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Name that the owner gave the file. It is shown to people but never used for a download. */
  readonly name: string;
  readonly scanned: Scanned;
};

export type StoreFailure =
  | Refusal
  | {
      readonly code: "file-purpose" | "file-quota" | "file-infected" | "upload-busy" | "upload-too-slow";
      readonly params: { readonly [name: string]: number | string };
    };

/** Returns the `place` with which the vault seals the name of a file. */
export const namePlace = (file: string) => `files/${file}`;
