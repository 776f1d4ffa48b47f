import type { Node } from "./nodes.ts";

/** A cache of results for pairs of nodes. */
export type PairMemo = {
  /** Returns `NOT_KNOWN` if the pair is not cached. */
  readonly get: (left: Node, right: Node) => Node;
  readonly set: (left: Node, right: Node, answer: Node) => void;
  readonly size: () => number;
  readonly clear: () => void;
};

/** Result for a pair that is not cached. No node has this number. */
export const NOT_KNOWN = -1;

const SMALLEST = 1 << 10;

/**
 * Creates an empty cache. The cache uses arrays of numbers, because a `Map` needs a boxed number for each
 * pair, which took most of a proof's time.
 */
export function pairMemo(): PairMemo {
  let mask = SMALLEST - 1;
  let lefts = emptySlots(SMALLEST);
  let rights = new Int32Array(SMALLEST);
  let answers = new Int32Array(SMALLEST);
  let kept = 0;

  /** Returns the slot of a pair: the slot that contains it, otherwise the free slot in which to store it. */
  const slotOf = (left: Node, right: Node): number => {
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    while (lefts[slot] !== NOT_KNOWN && (lefts[slot] !== left || rights[slot] !== right))
      slot = (slot + 1) & mask;
    return slot;
  };
  const resize = (slots: number): void => {
    mask = slots - 1;
    lefts = emptySlots(slots);
    rights = new Int32Array(slots);
    answers = new Int32Array(slots);
    kept = 0;
  };
  const set: PairMemo["set"] = (left, right, answer) => {
    if (kept * 2 > mask) {
      const [oldLefts, oldRights, oldAnswers] = [lefts, rights, answers];
      resize((mask + 1) * 4);
      for (let slot = 0; slot < oldLefts.length; slot += 1)
        if (oldLefts[slot] !== NOT_KNOWN)
          set(oldLefts[slot] as Node, oldRights[slot] as Node, oldAnswers[slot] as Node);
    }
    const slot = slotOf(left, right);
    if (lefts[slot] === NOT_KNOWN) kept += 1;
    lefts[slot] = left;
    rights[slot] = right;
    answers[slot] = answer;
  };
  return {
    get: (left, right) => {
      const slot = slotOf(left, right);
      return lefts[slot] === NOT_KNOWN ? NOT_KNOWN : (answers[slot] as Node);
    },
    set,
    size: () => kept,
    clear: () => resize(SMALLEST),
  };
}

function emptySlots(count: number): Int32Array<ArrayBuffer> {
  return new Int32Array(count).fill(NOT_KNOWN);
}
