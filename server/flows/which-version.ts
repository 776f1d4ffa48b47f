import type { Compiled, Receipt } from "../../engine/flow/index.ts";

/** The treatment of an open instance when a newer version exists. */
export type Move = "stays" | "follows" | "begins-anew";

/**
 * Decides by the newest version's in-flight policy and by the instance's commitments. Pure. The policy of the
 * newest version applies to open instances, so publishing a version can lead people out of a fault of an
 * older one.
 */
export function moveOf(newest: Compiled, receipts: readonly Receipt[]): Move {
  switch (newest.definition.flow.inFlight) {
    case "stay":
      return "stays";
    case "restart":
      return isCommitted(receipts) ? "stays" : "begins-anew";
    case "follow":
      // A version that drops committed steps cannot be published. An edit in development can still drop them;
      // then the instance keeps its version.
      return knowsReceipts(newest, receipts) ? "follows" : "stays";
  }
}

/** Returns whether the instance has a result that a new version must keep. */
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
