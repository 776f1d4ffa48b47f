import { AsyncLocalStorage } from "node:async_hooks";

/** The limited resources. While one of them is in use, other work may have to wait for it. */
type Held = "a database connection" | "one of few slots";

const held = new AsyncLocalStorage<Held | null>();

/**
 * Runs work during which the program holds a limited resource. Within the work, `refuseWhileHolding` throws.
 */
export function whileHolding<Value>(what: Held, work: () => Value): Value {
  return held.run(what, work);
}

/**
 * Starts work that continues after its caller, such as a timer or a queue. The work does not count as holding
 * the resource that its caller holds.
 */
export function holdingNothing<Value>(work: () => Value): Value {
  return held.run(null, work);
}

/**
 * Throws if the caller holds a connection or slot. It must be called before every wait whose length depends
 * on others: a network call, a password hash, the bytes of an upload, a second connection. If such a wait
 * held the resource, one slow peer or many callers could block all other work. With this check, tests find
 * such defects.
 */
export function refuseWhileHolding(what: string): void {
  const now = held.getStore();
  if (now) throw new Error(`${what} is awaited while ${now} is held`);
}
