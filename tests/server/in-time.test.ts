import { expect, test } from "vitest";
import { inTime } from "../../server/in-time.ts";

const never = () => new Promise<string>(() => {});

test("work that ends before the limit gives its result or its error", async () => {
  expect(await inTime(60_000, Promise.resolve("done"), () => "late")).toBe("done");
  await expect(inTime(60_000, Promise.reject(new Error("failed")), () => "late")).rejects.toThrow("failed");
});

test("work that takes longer gives what the caller says instead", async () => {
  expect(await inTime(1, never(), () => "late")).toBe("late");
  await expect(
    inTime(1, never(), () => {
      throw new Error("too slow");
    }),
  ).rejects.toThrow("too slow");
});

test("work that fails after the limit does not end the process", async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  expect(await inTime(1, promise, () => "late")).toBe("late");
  reject(new Error("too late"));
  // An unhandled rejection would fail the run here.
  await new Promise((done) => setImmediate(done));
});
