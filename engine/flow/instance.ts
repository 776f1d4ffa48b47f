import type { Json, JsonObject } from "../values/json.ts";

/** A stored answer: its value, and how many times it was given. */
export type Answer = { readonly value: JsonObject; readonly revision: number };

/** A step passed, and where it led. */
export type TrailStep = { readonly step: string; readonly to: string };

type ReceiptBase = {
  /** 1, 2, 3… within the instance. */
  readonly seq: number;
  readonly step: string;
  /** Instant, ISO 8601 in UTC. */
  readonly at: string;
};

/** Append-only evidence of what happened; an instance has no stored "current step". */
export type Receipt =
  | (ReceiptBase & {
      readonly kind: "effect";
      readonly attempt: number;
      /** SHA-256 of the canonical input, without secrets. */
      readonly inputHash: string;
      readonly outcome:
        | { readonly kind: "done"; readonly output: JsonObject }
        | { readonly kind: "failed"; readonly code: string; readonly field?: string };
      /** The trail from the last freezing receipt to this step; stored if the outcome freezes it. */
      readonly trail: readonly TrailStep[];
    })
  | (ReceiptBase & {
      readonly kind: "challenge";
      readonly outcome: "passed" | "exhausted";
      /** The bound values, by path. */
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
      /** The reason in the reviewer's words; the text of the code can use it. */
      readonly reason?: string;
    })
  | (ReceiptBase & { readonly kind: "end"; readonly outcome: "done" | "stopped"; readonly reason: string });

/** The stored state of one person's flow. */
export type Instance = {
  readonly id: string;
  readonly flow: string;
  /** Hash of the definition version it runs on. */
  readonly version: string;
  readonly answers: { readonly [step: string]: Answer };
  readonly receipts: readonly Receipt[];
};

/**
 * Supplied facts by `factKey`: the fact's name, followed by the canonical JSON of its arguments, if any
 * (`strategy{"code":"M-BTCA"}`). `null`: the fact is absent. A fact that was not supplied yet has no key.
 */
export type Facts = { readonly [key: string]: JsonObject | null };
