import type { Json } from "../../../engine/values/json.ts";
import type { ChangePage, VersionPage } from "../../kit/api/answers.ts";

/** Stands for the version of a flow that has none. */
export const NEW = "new";

/** A version with its files. */
export type WithFiles = {
  /** Of a flow that nobody has yet there is no version: its id is `NEW`, and its files are what all flows share. */
  readonly of: Pick<VersionPage, "id" | "flow" | "title" | "number">;
  readonly files: { readonly [path: string]: Json };
};

/** What a draft of a flow stands on: the version that it was begun on, and the change that it belongs to. */
export type BaseVersion = WithFiles & {
  /** `null` before the first edit. */
  readonly change: ChangePage | null;
  /** The version in force, where it was published since the draft was begun. */
  readonly newer: WithFiles | null;
  readonly mayEdit: boolean;
};
