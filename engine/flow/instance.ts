import type { Json, JsonObject } from "../values/json.ts";

/** A stored answer, with the number of times that the person has given it. */
export type Answer = { readonly value: JsonObject; readonly revision: number };

/** A step that the walk passed, and the step that followed. */
export type TrailStep = { readonly step: string; readonly to: string };

type ReceiptBase = {
  /** Number of the receipt within the instance: 1, 2, 3… */
  readonly seq: number;
  readonly step: string;
  /** Instant of the receipt, ISO 8601 in UTC. */
  readonly at: string;
};

/**
 * Append-only evidence of an event in an instance. An instance does not store the current step: the current
 * step is derived from receipts and answers.
 */
export type Receipt =
  | (ReceiptBase & {
      readonly kind: "effect";
      readonly attempt: number;
      /** SHA-256 of the canonical input, without secrets. */
      readonly inputHash: string;
      readonly outcome:
        | { readonly kind: "done"; readonly output: JsonObject }
        | { readonly kind: "failed"; readonly code: string; readonly field?: string };
      /**
       * Steps passed since the last receipt that froze answers, up to this step. This receipt freezes the
       * answers of these steps only if its outcome is `done`.
       */
      readonly trail: readonly TrailStep[];
    })
  | (ReceiptBase & {
      readonly kind: "challenge";
      readonly outcome: "passed" | "exhausted";
      /** Values that the challenge binds, by data path. */
      readonly values: { readonly [path: string]: Json };
    })
  | (ReceiptBase & {
      readonly kind: "wait";
      readonly outcome: { readonly kind: "event"; readonly data: JsonObject } | { readonly kind: "timeout" };
      readonly trail: readonly TrailStep[];
    })
  | (ReceiptBase & {
      readonly kind: "contested";
      readonly by: string;
      readonly revision: number;
      readonly code: string;
      readonly field?: string;
      /** The reason in the reviewer's words. The text of the error code can contain the reason. */
      readonly reason?: string;
    })
  | (ReceiptBase & { readonly kind: "end"; readonly outcome: "done" | "stopped"; readonly reason: string });

/** The stored state of one person's flow. */
export type Instance = {
  readonly id: string;
  readonly flow: string;
  /** Hash of the definition version that the instance runs on. */
  readonly version: string;
  readonly answers: { readonly [step: string]: Answer };
  readonly receipts: readonly Receipt[];
};

/**
 * The supplied facts by `factKey`: the fact's name, followed by the canonical JSON of its arguments, if any
 * (`strategy{"code":"M-BTCA"}`). `null` means that the fact is absent. A fact that has not been supplied yet
 * has no key.
 */
export type Facts = { readonly [key: string]: JsonObject | null };
