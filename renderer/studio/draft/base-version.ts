import type { Json } from "../../../engine/values/json.ts";
import type { ChangePage, VersionPage } from "../../kit/api/answers.ts";

/** Marks a new flow in place of a version id, because a new flow has no version yet. */
export const NEW = "new";

/** A version with its files. */
export type WithFiles = {
  /**
   * Version that the files belong to. A new flow has no version: its id is `NEW`, and its files are those
   * that all flows share.
   */
  readonly of: Pick<VersionPage, "id" | "flow" | "title" | "number">;
  readonly files: { readonly [path: string]: Json };
};

/** The base of a draft: its version, and the change that the draft belongs to. */
export type BaseVersion = WithFiles & {
  /** Change that contains the draft; `null` before the first edit. */
  readonly change: ChangePage | null;
  /** Version in force, if it was published after the draft was started; otherwise `null`. */
  readonly newer: WithFiles | null;
  readonly mayEdit: boolean;
};
