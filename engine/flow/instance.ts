import type { Json, JsonObject } from "../values/json.ts";

/** An answer as it is kept: what was given, and how often it was given anew. */
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
      /** SHA-256 of the canonical input; secrets are left out of it. */
      readonly inputHash: string;
      readonly outcome:
        | { readonly kind: "done"; readonly output: JsonObject }
        | { readonly kind: "failed"; readonly code: string; readonly field?: string };
      /** The trail walked from the last freezing receipt to this step; kept where the outcome freezes it. */
      readonly trail: readonly TrailStep[];
    })
  | (ReceiptBase & {
      readonly kind: "challenge";
      readonly outcome: "passed" | "exhausted";
      /** The values it binds, by path. */
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
      /** Why, in the words of whoever asks; the sentence of the code may fill it in. */
      readonly reason?: string;
    })
  | (ReceiptBase & { readonly kind: "end"; readonly outcome: "done" | "stopped"; readonly reason: string });

/** What is stored of one person's way through a flow. */
export type Instance = {
  readonly id: string;
  readonly flow: string;
  /** Hash of the definition version it runs on. */
  readonly version: string;
  readonly answers: { readonly [step: string]: Answer };
  readonly receipts: readonly Receipt[];
};

/**
 * Facts as the server supplied them, by `factKey`: the fact's name, and where it has arguments their canonical JSON after
 * it (`strategy{"code":"M-BTCA"}`). `null`: its provider has nothing to say. One that was not asked for yet is absent.
 */
export type Facts = { readonly [key: string]: JsonObject | null };
