import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { compileRules } from "../../engine/rules/index.ts";
import type { Scope } from "../../engine/rules/rule.ts";
import { flowNames, loadFlow } from "../definitions/definition-files.ts";
import { rowsOf, tablesOf } from "../support/rule-rows.ts";
import { PHONE, visit } from "./driver.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

/** Number of table rows compared per rule; the campaign takes all of nearly every rule. */
const MOST_ROWS = Number(process.env.SAPHAN_ROWS ?? 2_000);
const TIMEOUT_MS = MOST_ROWS > 2_000 ? 1_800_000 : 300_000;
const AT_ONCE = 4_000;

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

/**
 * Source text of a function that runs in the page: it imports the module like the page does, and returns the
 * answer for each scope.
 */
const ANSWERS_IN_PAGE = `async ({ module, rule, scopes }) => {
  const { rules } = await import(module);
  const run = rules.must[rule] ?? rules.value[rule];
  return scopes.map((scope) => JSON.stringify(run(scope) ?? null));
}`;

test.each(flowNames())(
  "every rule gives in the browser, under the page's security policy, the same answers as on the server (%s)",
  async (flow) => {
    const definition = await loadFlow(flow);
    const compiled = compileRules({ ...ruleSetOf(definition), conditions: {} });
    if (!compiled.ok) throw new Error(`${flow} does not compile`);
    const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
    await she.page.goto("/login");
    const { module } = (await (await fetch(`${portal.origin}/api/flows/${flow}`)).json()) as {
      readonly module: string;
    };
    let compared = 0;
    for (const table of tablesOf(definition)) {
      const rows = rowsOf(table, MOST_ROWS);
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const scopes = rows.slice(from, from + AT_ONCE).map(table.scope);
        const run = compiled.value.must[table.rule] ?? compiled.value.value[table.rule];
        const ours = scopes.map((scope) => JSON.stringify(run?.(scope as Scope) ?? null));
        const given = JSON.stringify({ module, rule: table.rule, scopes });
        const theirs = await she.page.evaluate<string[]>(`(${ANSWERS_IN_PAGE})(${given})`);
        const differs = ours.findIndex((answer, at) => answer !== theirs[at]);
        expect(
          differs < 0
            ? null
            : { rule: table.rule, scope: scopes[differs], ours: ours[differs], theirs: theirs[differs] },
        ).toBeNull();
        compared += scopes.length;
      }
    }
    process.stdout.write(`rows: ${flow} ${compared}\n`);
    expect(she.faults).toEqual([]);
    await she.context.close();
  },
  TIMEOUT_MS,
);
