import type { Compiled, Receipt } from "../../engine/flow/index.ts";

/** What becomes of an open instance when a newer version than its own is there. */
export type Move = "stays" | "follows" | "begins-anew";

/**
 * By the in-flight policy of the newest version, and by what the instance has been committed to. Pure. The newest one says
 * what it does to whoever is in the middle: people caught in a fault of an older version are led out by publishing one.
 */
export function moveOf(newest: Compiled, receipts: readonly Receipt[]): Move {
  switch (newest.definition.flow.inFlight) {
    case "stay":
      return "stays";
    case "restart":
      return isCommitted(receipts) ? "stays" : "begins-anew";
    case "follow":
      // Publishing refuses a version that forgets what was committed; an edit in development may, and then the instance stays.
      return knowsReceipts(newest, receipts) ? "follows" : "stays";
  }
}

/** Whether something happened that a new version must not forget. */
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
