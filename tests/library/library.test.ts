import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import i18next from "i18next";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import {
  type Around,
  type Compiled,
  type Definition,
  type FlowModule,
  fromModule,
  inMemory,
  tradeOf,
} from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { Json } from "../../engine/values/json.ts";
import { load, verify } from "../../engine/verify/lint/index.ts";
import { atlasOf, goAlong } from "../../engine/verify/paths/index.ts";
import { prove } from "../../engine/verify/prove/index.ts";
import { ruleBookOf } from "../../engine/verify/rule-book/index.ts";
import { said } from "../../engine/verify/words/index.ts";
import { createErrorStore } from "../../renderer/flow/form/errors.ts";
import { linesOf } from "../../renderer/flow/show-value.ts";
import { StepForm } from "../../renderer/flow/steps/step-form.tsx";
import type { View } from "../../renderer/kit/api/answers.ts";
import { compileModule } from "../../server/sources/compile.ts";
import { lending } from "./lending.ts";
import { trade } from "./trade.ts";

const definition = loaded();
const reader = { kind: "ADULT", owes: "0.250", dailyFee: "0.150", books: ["9783161484100"] };
const around: Around = { flags: {}, facts: { reader } };
const answer = { isbn: "9780306406157", days: 20, left: "4.000" };

function loaded(): Definition {
  const found = load(lending, trade);
  if (!found.ok) throw new Error(found.error.map((one) => JSON.stringify(one)).join("\n"));
  return found.value;
}

/** Returns the lending flow with one file changed. */
const changed = (path: string, change: (file: Json) => Json) =>
  verify({ ...lending, files: { ...lending.files, [path]: change(lending.files[path] as Json) } }, trade);

const replaced = (from: string, to: string) => (file: Json) =>
  JSON.parse(JSON.stringify(file).replace(from, to)) as Json;

async function published(): Promise<FlowModule> {
  const folder = await mkdtemp(join(tmpdir(), "saphan-library-"));
  const { source } = await compileModule(definition, undefined, join(import.meta.dirname, "trade.ts"));
  const path = join(folder, "lend.mjs");
  await writeFile(path, source);
  const module = (await import(pathToFileURL(path).href)) as FlowModule;
  await rm(folder, { recursive: true });
  return module;
}

it("a flow can be loaded and proved with a second trade, which is a set of formats and functions", () => {
  expect(prove(definition)).toEqual([]);
});

it("the second trade rejects the names of the portal's trade, and lists its own names", () => {
  const ours = changed("schemas/lend/book.json", replaced('"format":"gulden"', '"format":"baht"'));
  const [found] = ours.findings.filter(({ code }) => code === "unknown-format");
  expect(found && said(found, "en").what).toContain("baht");
  expect(found && said(found, "en").mend).toContain("gulden, isbn");
  const flow = changed("flows/lend/flow.json", replaced('"lendingFee"', '"fee"'));
  const [fn] = flow.findings.filter(({ code }) => code === "unknown-function");
  expect(fn && said(fn, "en").mend).toContain("lendingFee, booksLent");
});

it("findings about amounts use the decimal places and the texts of the second trade", () => {
  const path = "flows/lend/rules/reader-may.json";
  const told = (from: string, to: string) =>
    changed(path, replaced(from, to)).findings.map((one) => said(one, "en"));
  expect(told('"0.500"', '"0.50"')).toEqual([
    { what: '"0.50" is not an amount of gulden', mend: 'Write it with three decimals: "1.250".' },
  ]);
  expect(told('"0.500"', "0.5")).toEqual([
    { what: "an amount of gulden meets a number", mend: 'Write it as text with three decimals: "0.500".' },
  ]);
});

it("the proof finds a planted fault: a reader could get a loan without being checked", () => {
  const { definition: open } = changed("flows/lend/flow.json", replaced('"check":["may-borrow"],', ""));
  const found = prove(open as Definition);
  expect(found.map(({ code }) => code)).toContain("invariant-broken");
});

it("the rule book shows amounts with the unit that the flow's own formats define, such as gulden", () => {
  const book = JSON.stringify(ruleBookOf([definition]));
  expect(book).toContain("0.500 gulden");
  expect(book).toContain("0.500 กิลเดอร์");
});

it("every path leads through the same steps in the process and in the published module, which contains the trade's formats", async () => {
  const module = await published();
  const sold = fromModule(module, { formats: {}, functions: {} });
  expect(Object.keys(tradeOf(sold.definition).formats)).toEqual(Object.keys(trade.formats));
  const inProcess = compileInProcess(definition);
  const { classes } = atlasOf(definition);
  expect(classes.map(({ name }) => name).sort()).toEqual(["gone", "lent", "not-now"]);
  for (const compiled of [inProcess, sold]) {
    for (const { traveller, steps } of classes) expect(stepsOf(compiled, traveller)).toEqual(steps);
    const person = inMemory(compiled, () => around);
    const refused = person.submit({ step: "book", answer: { ...answer, isbn: "9780306406158" } });
    expect(refused.kind === "refused" && refused.errors.map(({ pointer }) => pointer)).toEqual(["/isbn"]);
    expect(person.submit({ step: "book", answer: { ...answer, left: "3.999" } }).kind).toBe("refused");
    expect(person.submit({ step: "book", answer }).kind).toBe("accepted");
    expect(person.stands().walk.read("derived.fee")).toBe("3.000");
  }
});

function stepsOf(compiled: Compiled, traveller: Parameters<typeof goAlong>[1]): readonly string[] {
  return goAlong(compiled, traveller).path;
}

it("the portal's flow runner also renders a form that uses the formats of a second trade", async () => {
  // Another test file of this worker may have set English.
  await i18next.init({ lng: "th", resources: {} });
  const { compiled, validateFns } = await published().then((module) => ({
    compiled: fromModule(module, trade),
    validateFns: module.validateFns,
  }));
  const { walk, instance } = inMemory(compiled, () => around).stands();
  const view = {
    id: "a",
    hash: "h",
    at: walk.at,
    instance,
    facts: {},
    flags: {},
    prefill: {},
  } as View;
  const drawn = renderToStaticMarkup(
    createElement(StepForm, {
      view,
      flow: { compiled, validateFns },
      step: "book",
      errors: createErrorStore(),
      onDraft: () => {},
      onRefused: () => {},
      onAnswer: () => {},
    }),
  );
  expect(linesOf(compiled.definition, "derived.fee", "3000.000")[0]?.value).toBe("3,000.000 กิลเดอร์");
  expect([...drawn.matchAll(/id="(f\/\w+)"/g)].map(([, id]) => id)).toEqual(["f/isbn", "f/days", "f/left"]);
});
