import type { Compiled, Receipt } from "../../engine/flow/index.ts";

/** What happens to an open instance if a newer version exists. */
export type Move = "stays" | "follows" | "begins-anew";

/**
 * Decides by the newest version's in-flight policy and by the instance's commitments. Pure. The newest version decides
 * for open instances, so publishing one can lead people out of a fault of an older one.
 */
export function moveOf(newest: Compiled, receipts: readonly Receipt[]): Move {
  switch (newest.definition.flow.inFlight) {
    case "stay":
      return "stays";
    case "restart":
      return isCommitted(receipts) ? "stays" : "begins-anew";
    case "follow":
      // Publishing refuses a version that drops committed steps. In development an edit can do it; then the instance
      // stays.
      return knowsReceipts(newest, receipts) ? "follows" : "stays";
  }
}

/** Returns true if the instance has a result that a new version must keep. */
function isCommitted(receipts: readonly Receipt[]): boolean {
  return receipts.some(
    (receipt) => receipt.kind === "wait" || (receipt.kind === "effect" && receipt.outcome.kind === "done"),
  );
}

function knowsReceipts({ definition }: Compiled, receipts: readonly Receipt[]): boolean {
  const { steps } = definition.flow;
  return receipts.every((receipt) => {
    if (receipt.kind !== "effect" && receipt.kind !== "wait") return true;
    return Object.hasOwn(steps, receipt.step) && steps[receipt.step]?.kind === receipt.kind;
  });
}
