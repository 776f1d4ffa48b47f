import type { Instance, Receipt } from "./instance.ts";

/** A receipt that freezes the answers on its trail: a finished effect or wait. */
export type FreezingReceipt = Extract<Receipt, { kind: "effect" | "wait" }>;

/** A receipt of an error that makes the person answer a step again. */
export type Contest = Extract<Receipt, { kind: "contested" }>;

/** The parts of an instance's receipts that a walk needs. */
export type History = {
  /** Receipts whose trails are replayed, oldest first. */
  readonly frozen: readonly FreezingReceipt[];
  /** Last receipt that contested the answer of each step. */
  readonly contests: ReadonlyMap<string, Contest>;
  readonly end: Extract<Receipt, { kind: "end" }> | null;
};

/**
 * Summarises the receipts of an instance. A receipt that contests a step unfreezes every receipt whose trail
 * passed that step. Those steps are then checked again. Publishing allows this only for repeatable effects.
 */
export function historyOf(receipts: Instance["receipts"]): History {
  const frozen: FreezingReceipt[] = [];
  const contests = new Map<string, Contest>();
  let end: History["end"] = null;
  for (const receipt of receipts) {
    if (receipt.kind === "wait" || (receipt.kind === "effect" && receipt.outcome.kind === "done"))
      frozen.push(receipt);
    else if (receipt.kind === "end") end = receipt;
    else if (receipt.kind === "contested") {
      contests.set(receipt.step, receipt);
      const from = frozen.findIndex((one) => one.trail.some((passed) => passed.step === receipt.step));
      if (from >= 0) frozen.length = from;
    }
  }
  return { frozen, contests, end };
}

/** Returns the last receipt of one kind at a step for which `fits` returns true. */
export function lastReceipt<Kind extends Receipt["kind"]>(
  receipts: Instance["receipts"],
  kind: Kind,
  step: string,
  fits: (receipt: Extract<Receipt, { kind: Kind }>) => boolean = () => true,
): Extract<Receipt, { kind: Kind }> | null {
  for (let index = receipts.length - 1; index >= 0; index -= 1) {
    const receipt = receipts[index] as Receipt;
    if (receipt.kind === kind && receipt.step === step) {
      const found = receipt as Extract<Receipt, { kind: Kind }>;
      if (fits(found)) return found;
    }
  }
  return null;
}
