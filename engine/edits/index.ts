/**
 * Edits the files of a flow in memory. All functions are pure and can run in a worker.
 *
 * - `edit(draft, operation)` → the draft after one operation, the files that changed, the operation that
 *   restores the exact bytes, and the places to check. `edits` performs several operations as one.
 * - `merge({ base, ours, theirs })` → two drafts with a common base, merged by JSON pointer, with every
 *   conflict listed.
 * - `reprint(text, value)` → a file with a new value in its old formatting; `printed(value)` → a new file.
 * - `patchOf(files)` → a git patch; `patched(patch, textOf)` → the files after a patch, or why it does not
 *   apply.
 * - `dependentsOf(draft, { flow, step })` → the places that depend on a step, before it is removed.
 * - `fileValue(draft, file)`, `valueAt(draft, file, pointer)`, `changedFiles(before, after)` → the content of
 *   files.
 */
export { type Dependent, dependentsOf } from "./dependents.ts";
export type { Both, Draft, EditFault, FieldSchema, Left } from "./draft.ts";
export { type Edited, type EditOptions, edit, edits } from "./edit.ts";
export { type Clash, type Merged, merge, type Takes } from "./merge.ts";
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
