import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTurns } from "../../../server/http/turns.ts";

/** Creates named tasks that end one after the other on request. */
function workshop(turns: ReturnType<typeof createTurns>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (whose: string, name = whose) =>
    turns(whose, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    begun,
    add,
    settle,
    /** Ends the task that has been running the longest. */
    endOne: async () => {
      ends.shift()?.();
      await settle();
    },
  };
}

describe("the queue that shares the work between clients", () => {
  test("runs a new client's task after at most one of two hundred waiting tasks of an earlier client", async () => {
    const { begun, add, endOne, settle } = workshop(createTurns({ atOnce: 1 }));
    const all = Array.from({ length: 200 }, () => add("crowd"));
    all.push(add("other"));
    await settle();
    await endOne();
    expect(begun).toEqual(["crowd", "other"]);
    for (let done = 0; done < 200; done += 1) await endOne();
    await Promise.all(all);
    expect(begun).toHaveLength(201);
  });

  test("runs a limited number of tasks per client at once, in order, even with free capacity", async () => {
    const { begun, add, endOne, settle } = workshop(createTurns({ each: 2 }));
    for (const name of ["a", "b", "c", "d"]) void add("one", name);
    void add("other");
    await settle();
    expect(begun).toEqual(["a", "b", "other"]);
    await endOne();
    expect(begun).toEqual(["a", "b", "other", "c"]);
  });

  test("refuses a client that already has too many waiting tasks, and only that client", async () => {
    const { add, settle } = workshop(createTurns({ each: 1, mostWaiting: 2 }));
    for (let count = 0; count < 3; count += 1) void add("one");
    await expect(add("one")).rejects.toMatchObject({
      code: "too-many-requests",
      status: 429,
      headers: { "Retry-After": "1" },
    });
    void add("other");
    await settle();
  });

  test("continues after a task that fails", async () => {
    const turns = createTurns({ atOnce: 1 });
    await expect(turns("one", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns("one", async () => "yes")).toBe("yes");
  });

  test("runs every task once, never too many at once, and each client's first task before anyone's second", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 }),
        async (atOnce, each, whose) => {
          const turns = createTurns({ atOnce, each });
          const now = new Map<string, number>();
          const order: string[] = [];
          let most = 0;
          let mostOfOne = 0;
          const task = (one: string) => async () => {
            order.push(one);
            now.set(one, (now.get(one) ?? 0) + 1);
            most = Math.max(
              most,
              [...now.values()].reduce((sum, count) => sum + count, 0),
            );
            mostOfOne = Math.max(mostOfOne, now.get(one) ?? 0);
            await new Promise<void>((resolve) => setImmediate(resolve));
            now.set(one, (now.get(one) ?? 0) - 1);
          };
          await Promise.all(whose.map((one) => turns(one, task(one))));
          expect(order).toHaveLength(whose.length);
          expect(most).toBeLessThanOrEqual(atOnce);
          expect(mostOfOne).toBeLessThanOrEqual(each);
        },
      ),
      { numRuns: 100 },
    );
  });
});
