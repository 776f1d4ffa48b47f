import type { Found } from "./find-case.ts";
import type { Desk, Outcome } from "./tables.ts";

/** Reason why a step at a desk is rejected. */
export type StepFailure = {
  readonly code:
    | "not-found"
    | "case-erased"
    | "case-moved"
    | "case-taken"
    | "case-not-yours"
    | "case-unticked"
    | "case-outcome"
    | "case-stays"
    | "case-objected"
    | "case-superseded"
    | "same-person"
    | "not-a-colleague";
};

/** A member of staff who works at a desk. */
export type Colleague = { readonly id: string; readonly role: string };

/** A step that a colleague can take in a case. */
export type Step =
  | { readonly kind: "take" }
  /**
   * Tells the customer that a colleague has read the case. If the case has no owner, the colleague becomes
   * its owner.
   */
  | { readonly kind: "acknowledge" }
  /** Hands the case on to another desk, or to a colleague of a desk. */
  | {
      readonly kind: "hand-on";
      readonly desk: Desk;
      readonly colleague: string | null;
      readonly text: string;
    }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "ask"; readonly text: string }
  /** Continues the case although the customer sent no reply, or replied another way. */
  | { readonly kind: "take-up"; readonly text: string }
  /** Ticks an item of the checklist, or removes the tick. `lacking`: why the item is not ticked. */
  | { readonly kind: "tick"; readonly item: number; readonly done: boolean; readonly lacking: string | null }
  | { readonly kind: "answer"; readonly outcome: Outcome; readonly text: string }
  | { readonly kind: "approve" }
  | { readonly kind: "send-back"; readonly text: string }
  | { readonly kind: "close"; readonly text: string };

/** A case whose texts can be decrypted. */
export type Open = Found & { readonly key: Buffer };
