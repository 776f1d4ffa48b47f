import type { Refusal } from "./inspect.ts";
import type { Scanned } from "./scanner.ts";

/** The data of an upload. */
export type StoredFile = {
  readonly id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** The owner's name for the file: shown to people, never used for a download. */
  readonly name: string;
  readonly scanned: Scanned;
};

export type StoreFailure =
  | Refusal
  | {
      readonly code: "file-purpose" | "file-quota" | "file-infected" | "upload-busy" | "upload-too-slow";
      readonly params: { readonly [name: string]: number | string };
    };

/** The vault place of a file's name. */
export const namePlace = (file: string) => `files/${file}`;
