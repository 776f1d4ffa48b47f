import { fail, ok, type Result } from "../values/result.ts";
import type { Draft, EditFault, Left } from "./draft.ts";
import * as lists from "./list-edits.ts";
import type { Operation, Piece } from "./operation.ts";
import { changedFiles, piecesBetween, withPieces } from "./pieces.ts";
import * as questions from "./question-edits.ts";
import * as rules from "./rule-edits.ts";
import * as steps from "./step-edits.ts";
import { Refused, Work } from "./work.ts";

/** The result of an operation on a draft. */
export type Edited = {
  readonly draft: Draft;
  /** Files that were changed, added or removed. */
  readonly changed: readonly string[];
  /**
   * Operation that undoes this one: it restores the old files byte for byte. The inverse of `inverse` repeats
   * this operation.
   */
  readonly inverse: Operation & { readonly op: "restore" };
  /** Locations that the author must check after the operation. */
  readonly left: readonly Left[];
};

/**
 * Options of an edit. `published`: the published files. An operation may not change ids in the published
 * files, because stored answers use these ids.
 */
export type EditOptions = { readonly published?: Draft };

/**
 * Performs one operation. Files keep their formatting. Removing a question never deletes a rule: each
 * location that reads removed data stays, and `left` reports the location. A failed operation changes
 * nothing.
 */
export function edit(
  draft: Draft,
  operation: Operation,
  { published = {} }: EditOptions = {},
): Result<Edited, EditFault> {
  try {
    if (operation.op === "restore") return restored(draft, operation.args.pieces);
    if (operation.op === "set-file") return changedTo(draft, withFile(draft, operation.args), []);
    const work = new Work(draft, published);
    perform(work, operation);
    const next = work.done();
    const left = new Map(work.left.map((one) => [JSON.stringify(one), one]));
    return changedTo(draft, next, [...left.values()]);
  } catch (error) {
    if (error instanceof Refused) return fail(error.fault);
    throw error;
  }
}

/** Performs several operations as one. If one of them fails, none is performed. */
export function edits(
  draft: Draft,
  operations: readonly Operation[],
  options: EditOptions = {},
): Result<Edited, EditFault> {
  let now = draft;
  const left: Left[] = [];
  for (const operation of operations) {
    const edited = edit(now, operation, options);
    if (!edited.ok) return edited;
    now = edited.value.draft;
    left.push(...edited.value.left);
  }
  return changedTo(draft, now, left);
}

type Plain = Exclude<Operation, { readonly op: "restore" | "set-file" }>;

const DOES: {
  readonly [Op in Plain["op"]]: (work: Work, args: Extract<Plain, { readonly op: Op }>["args"]) => void;
} = {
  "set-text": (work, args) => work.say(args.key, args),
  "add-question": questions.addQuestion,
  "move-question": questions.moveQuestion,
  "remove-question": questions.removeQuestion,
  "set-required": questions.setRequired,
  "set-asked-when": questions.setAskedWhen,
  "set-options": questions.setOptions,
  "set-schema": questions.setSchema,
  "set-keyword": questions.setKeyword,
  "set-widget": questions.setWidget,
  "rename-question": questions.renameQuestion,
  "add-step": steps.addStep,
  "set-next": steps.setNext,
  "connect-step": steps.connectStep,
  "remove-step": steps.removeStep,
  "move-step": steps.moveStep,
  "rename-step": steps.renameStep,
  "add-rule": rules.addRule,
  "remove-rule": rules.removeRule,
  "set-rule": rules.setRule,
  "add-clause": rules.addClause,
  "remove-clause": rules.removeClause,
  "move-clause": rules.moveClause,
  "set-clause": rules.setClause,
  "rename-clause": rules.renameClause,
  "set-block": rules.setBlock,
  "add-condition": rules.addCondition,
  "remove-block": rules.removeBlock,
  "set-threshold": rules.setThreshold,
  "set-case": rules.setCase,
  "add-case": rules.addCase,
  "remove-case": rules.removeCase,
  "add-member": lists.addMember,
  "remove-member": lists.removeMember,
  "move-member": lists.moveMember,
  "set-switch": lists.setSwitch,
  "set-value": lists.setValue,
  "remove-value": lists.removeValue,
  "move-value": lists.moveValue,
};

function perform(work: Work, { op, args }: Plain): void {
  // The operation may come from outside the program, so its name is checked here.
  if (!Object.hasOwn(DOES, op)) throw new Refused("edit-bad-operation", "", [], String(op));
  (DOES[op] as (work: Work, args: unknown) => void)(work, args);
}

function restored(draft: Draft, pieces: readonly Piece[]): Result<Edited, EditFault> {
  const next = withPieces(draft, pieces);
  if (isPiece(next)) return fail({ code: "edit-moved-on", file: next.file, pointer: "", what: "" });
  return changedTo(draft, next, []);
}

function isPiece(found: Draft | Piece): found is Piece {
  return typeof found.at === "number";
}

function withFile(
  draft: Draft,
  { file, text }: { readonly file: string; readonly text: string | null },
): Draft {
  const { [file]: _, ...others } = draft;
  return text === null ? others : { ...draft, [file]: text };
}

function changedTo(draft: Draft, next: Draft, left: readonly Left[]): Result<Edited, EditFault> {
  const changed = changedFiles(draft, next);
  const inverse = { op: "restore", args: { pieces: piecesBetween(next, draft) } } as const;
  return ok({ draft: next, changed, inverse, left });
}
