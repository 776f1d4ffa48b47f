import type { Compiled, Receipt } from "../../engine/flow/index.ts";

/** What happens to an open instance if a newer version of its flow exists. */
export type Move = "stays" | "follows" | "begins-anew";

/**
 * Decides what happens to an open instance, by the newest version's policy for open instances and by the
 * results that the instance already has. The function is pure. The policy is that of the newest version. So a
 * new version can lead people out of a fault of an older one.
 */
export function moveOf(newest: Compiled, receipts: readonly Receipt[]): Move {
  switch (newest.definition.flow.inFlight) {
    case "stay":
      return "stays";
    case "restart":
      return isCommitted(receipts) ? "stays" : "begins-anew";
    case "follow":
      // A version can be published only if it keeps all steps that have results. But a file edited in
      // development can lack such a step. Then the instance stays on its version.
      return knowsReceipts(newest, receipts) ? "follows" : "stays";
  }
}

/** Returns whether the instance has a result that a newer version must keep. */
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
