/**
 * Changing the files of a flow without writing them: pure, and at home in a worker.
 *
 * - `edit(draft, operation)` → the draft with one of the closed list of operations done, the files that it changed, the
 *   operation that leads back to the very bytes, and what somebody has to look at because of it. `edits` does several as one.
 * - `merge({ base, ours, theirs })` → two drafts made from one put together by JSON pointer, with every clash named.
 * - `reprint(text, value)` → a file with another value in the form that it had; `printed(value)` → a new file.
 * - `patchOf(files)` → a git patch; `patched(patch, textOf)` → the files that one makes, or why it does not apply.
 * - `fileValue(draft, file)`, `valueAt(draft, file, pointer)`, `changedFiles(before, after)` → what is in them.
 */
export type { Both, Draft, EditFault, FieldSchema, Left } from "./draft.ts";
export { type Edited, type EditOptions, edit, edits } from "./edit.ts";
export { type Clash, type Merged, merge } from "./merge.ts";
export type {
  Choice,
  ConditionPlace,
  FieldTexts,
  Operation,
  OperationName,
  Piece,
  RuleHead,
} from "./operation.ts";
export { type PatchedFile, patched, patchOf } from "./patch.ts";
export { changedFiles } from "./pieces.ts";
export { printed, reprint } from "./reprint.ts";
export { fileValue, valueAt } from "./values.ts";
