import { AsyncLocalStorage } from "node:async_hooks";

/** The limited resources that other work waits for. */
type Held = "a database connection" | "one of few slots";

const held = new AsyncLocalStorage<Held | null>();

/** Runs work that holds a limited resource. `refuseWhileHolding` throws when called within the work. */
export function whileHolding<Value>(what: Held, work: () => Value): Value {
  return held.run(what, work);
}

/**
 * Runs work that outlives its caller, such as a timer or a queue, and therefore does not hold the caller's
 * resource.
 */
export function holdingNothing<Value>(work: () => Value): Value {
  return held.run(null, work);
}

/**
 * Throws while a connection or slot is held. Call it before any wait whose duration others control: a network
 * call, a password hash, the bytes of an upload, a second connection. Otherwise a slow peer or a crowd would
 * block all work that needs the resource. Tests find such defects.
 */
export function refuseWhileHolding(what: string): void {
  const now = held.getStore();
  if (now) throw new Error(`${what} is awaited while ${now} is held`);
}
