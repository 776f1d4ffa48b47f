import { expect, test } from "vitest";
import { faultsOf, readRows } from "./table.ts";

test("every row of the specification has a test or a reason, and the tests exist", () => {
  expect(faultsOf(readRows())).toEqual([]);
});

test("a row that names a test which does not exist is reported", () => {
  const rows = readRows();
  const first = rows[0];
  if (first === undefined) throw new Error("rows.json is empty");
  const broken = [
    { ...first, tests: ["tests/spec/spec.test.ts#no such title, never written".replace("never", "ever")] },
    ...rows.slice(1),
  ];
  expect(faultsOf(broken).map((fault) => fault.id)).toContain(first.id);
});
