import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { trade } from "../../../domain/index.ts";
import { load } from "../../../engine/verify/lint/index.ts";
import { checkAgainstOracle } from "../../../server/gate/oracle-check.ts";
import { listFlows, readSource } from "../../../server/sources/source.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const flows = await listFlows(join(ROOT));

describe("each rule of our flows", () => {
  test.each(flows)(
    "each rule has the same results as in json-logic-js if all its data are known, in %s",
    async (flow) => {
      const { source } = await readSource(ROOT, flow);
      const definition = load(source, trade);
      if (!definition.ok) throw new Error(JSON.stringify(definition.error));
      const checks = checkAgainstOracle(definition.value, Object.keys(definition.value.rules));
      expect(checks.filter(({ differs }) => differs !== null)).toEqual([]);
      // Only rules with amounts were left out, and every other rule was really compared.
      for (const { rule, compared, skipped } of checks)
        expect({ rule, looked: skipped === "amounts" || compared > 1 }).toEqual({ rule, looked: true });
    },
  );

  test("a rule that reads amounts is reported as not compared with json-logic-js", async () => {
    const { source } = await readSource(ROOT, "invest");
    const definition = load(source, trade);
    if (!definition.ok) throw new Error("unsound");
    expect(checkAgainstOracle(definition.value, ["minimum"])).toMatchObject([
      { rule: "minimum", compared: 0, skipped: "amounts" },
    ]);
  });
});
