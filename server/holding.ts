import { AsyncLocalStorage } from "node:async_hooks";

/** Limited resources for which others wait. */
type Held = "a database connection" | "one of few slots";

const held = new AsyncLocalStorage<Held | null>();

/** Runs work while holding a limited resource. `refuseWhileHolding` throws within it. */
export function whileHolding<Value>(what: Held, work: () => Value): Value {
  return held.run(what, work);
}

/** Runs work that outlives its caller (a timer, a queue) and therefore does not hold the caller's resource. */
export function holdingNothing<Value>(work: () => Value): Value {
  return held.run(null, work);
}

/**
 * Throws while a connection or slot is held. Call it before anything whose duration others control: a network call, a
 * password hash, an upload's bytes, a second connection. Otherwise a slow peer or a crowd would block everyone who
 * needs the resource. Tests find such defects.
 */
export function refuseWhileHolding(what: string): void {
  const now = held.getStore();
  if (now) throw new Error(`${what} is awaited while ${now} is held`);
}
