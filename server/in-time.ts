const LATE = Symbol("late");

/**
 * Returns the result of the work. If the work takes longer than `ms` milliseconds, returns or throws what
 * `late` does; the work goes on, and its later result or error is ignored.
 */
export async function inTime<Value, Late>(
  ms: number,
  work: Promise<Value>,
  late: () => Late,
): Promise<Value | Late> {
  const { promise: over, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  try {
    const first = await Promise.race([work, over]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
