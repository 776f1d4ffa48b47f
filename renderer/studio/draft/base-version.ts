import type { Json } from "../../../engine/values/json.ts";
import type { ChangePage, VersionPage } from "../../kit/api/answers.ts";

/** Replaces the version id of a new flow. */
export const NEW = "new";

/** A version with its files. */
export type WithFiles = {
  /** A new flow has no version: its id is `NEW`, and its files are those that all flows share. */
  readonly of: Pick<VersionPage, "id" | "flow" | "title" | "number">;
  readonly files: { readonly [path: string]: Json };
};

/** The base of a draft: its version, and the change it belongs to. */
export type BaseVersion = WithFiles & {
  /** `null` before the first edit. */
  readonly change: ChangePage | null;
  /** The version in force, if published after the draft was started. */
  readonly newer: WithFiles | null;
  readonly mayEdit: boolean;
};
