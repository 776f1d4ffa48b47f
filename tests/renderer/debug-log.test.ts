import { expect, test } from "vitest";
import { debugLog, keepDebugEntry } from "../../renderer/kit/api/debug-log.ts";

test("the debug console keeps exactly the last 500 entries", () => {
  for (let count = 1; count <= 500; count += 1) keepDebugEntry("call", `call ${count}`);
  expect(debugLog.get()).toHaveLength(500);
  keepDebugEntry("call", "call 501");
  const kept = debugLog.get().map(({ text }) => text);
  expect(kept).toHaveLength(500);
  expect([kept[0], kept.at(-1)]).toEqual(["call 2", "call 501"]);
});
