import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import { functions } from "../../../../domain/functions.ts";
import { trade } from "../../../../domain/index.ts";
import { derive, submit } from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { load } from "../../../../engine/verify/lint/index.ts";
import { NAMES } from "../../../../server/sources/names.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { FINDINGS } from "../../../support/catalogues.ts";
import { listsOf, roleRows } from "./flow-format-lists.ts";

const page = await readFile("docs/flow-format.md", "utf8");

it("the example flow in the documentation is sound and can be run", async () => {
  const [flow, schema, texts] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => JSON.parse(text ?? "") as JsonObject,
  );
  const { source } = await readSource(process.cwd(), "call-me");
  const files: { [path: string]: Json } = {
    ...source.files,
    "flows/call-me/flow.json": flow as JsonObject,
    "schemas/call-me/ask.json": schema as JsonObject,
  };
  for (const language of ["th", "en"]) {
    const path = `locales/${language}/about.json`;
    files[path] = { ...(files[path] as JsonObject), ...texts };
  }
  const loaded = load({ flow: "call-me", files }, trade);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error, null, 1));
  const compiled = compileInProcess(loaded.value);
  const instance = { id: "i", flow: "call-me", version: "", answers: {}, receipts: [] };
  expect(derive(compiled, instance, {}, {}).at).toMatchObject({ kind: "form", step: "ask" });
  const answer = { name: "Dao", email: "dao@example.com", phone: "+66812345678", topic: "OPEN_ACCOUNT" };
  const decision = submit(compiled, instance, {}, {}, { step: "ask", answer });
  expect(decision).toMatchObject({ kind: "accepted", walk: { at: { kind: "review", step: "review" } } });
});

it.each(Object.entries(listsOf(NAMES)))(
  "the documentation lists for %s the same entries as the checks",
  (_, list) => {
    expect(page).toContain(list);
  },
);

it.each(roleRows())("the documentation lists the role %s of a shown value", (row) => {
  expect(page).toContain(`\n${row}`);
});

it("the documentation lists exactly the codes of findings that exist", () => {
  const codes = [...new Set(Object.keys(FINDINGS).map((key) => key.split(".")[0]))].sort();
  const [, list = ""] = page.slice(page.indexOf("## What verification finds")).split("\n\n");
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, code]) => code)).toEqual(codes);
});

it("the documentation names every format and every function of derived values", () => {
  for (const name of Object.keys(formats)) expect(page).toContain(`\`${name}\``);
  for (const [name, { args, rest, meaning }] of Object.entries(functions)) {
    const kinds = rest
      ? `any number of ${rest.join(" or ")}`
      : args.map((kind) => kind.join(" or ")).join(", ");
    expect(page).toContain(`\n| \`${name}\` | ${kinds} | ${meaning.en} |\n`);
  }
});
