import { AsyncLocalStorage } from "node:async_hooks";

/** Limited resources. While one is held, other work may wait for it. */
type Held = "a database connection" | "one of few slots";

const held = new AsyncLocalStorage<Held | null>();

/** Runs work while a limited resource is held. `refuseWhileHolding` throws inside this work. */
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
 * Throws while a connection or a slot is held. Must be called before anything whose duration others control:
 * a network call, a password hash, an upload's bytes, a second connection. Otherwise a slow peer, or many
 * requests, would block everyone who needs the resource. Tests find such defects.
 */
export function refuseWhileHolding(what: string): void {
  const now = held.getStore();
  if (now) throw new Error(`${what} is awaited while ${now} is held`);
}
