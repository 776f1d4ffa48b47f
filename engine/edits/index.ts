/**
 * Edits the files of a flow in memory. All functions are pure and can run in a worker.
 *
 * - `edit(draft, operation)` performs one operation. It returns the draft, the changed files, the operation
 *   that restores the exact bytes, and the locations to check. `edits` performs several operations as one.
 * - `merge({ base, ours, theirs })` merges two drafts with a common base by JSON pointer, and lists every
 *   conflict.
 * - `reprint(text, value)` prints a file with a new value in its old formatting; `printed(value)` prints a
 *   new file.
 * - `patchOf(files)` returns a git patch. `patched(patch, textOf)` returns the files after a patch, or why
 *   the patch does not apply.
 * - `dependentsOf(draft, { flow, step })` lists the locations that depend on a step, before it is removed.
 *   `dependentsOfQuestion` does the same for a question, and says what can be removed with it.
 * - `hintName(field)` returns the name under which a step keeps the hints of a field.
 * - `fileValue(draft, file)`, `valueAt(draft, file, pointer)` and `changedFiles(before, after)` read the
 *   content of files.
 */
export { type Dependent, dependentsOf, dependentsOfQuestion, type QuestionDependent } from "./dependents.ts";
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
export { hintName } from "./question-edits.ts";
export { printed, reprint } from "./reprint.ts";
export { fileValue, valueAt } from "./values.ts";
