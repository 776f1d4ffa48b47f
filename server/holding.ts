import { AsyncLocalStorage } from "node:async_hooks";

/** What others may have to wait for while one of us has it. */
type Held = "a database connection" | "one of few slots";

const held = new AsyncLocalStorage<Held | null>();

/** Does work while something is held that others wait for; `refuseWhileHolding` then refuses inside it. */
export function whileHolding<Value>(what: Held, work: () => Value): Value {
  return held.run(what, work);
}

/** Does work that outlives whoever begins it (a timer, a queue): what that one holds, it does not hold. */
export function holdingNothing<Value>(work: () => Value): Value {
  return held.run(null, work);
}

/**
 * Stands before everything that may take as long as somebody else likes: a network call, a password's hash, the bytes of
 * an upload, a second connection. Throws where a connection or a slot is held: a peer that hangs, or a crowd, would then
 * keep everybody waiting who needs one. A fault of the program, found by the tests that come along here.
 */
export function refuseWhileHolding(what: string): void {
  const now = held.getStore();
  if (now) throw new Error(`${what} is awaited while ${now} is held`);
}
