import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RuleFile } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { ROOT, readJson } from "../../../definitions/definition-files.ts";
import { runNamed } from "../../../support/run-command.ts";

const ABLE = join(ROOT, "flows/shared/rules/able-to-invest.json");
const able = readJson("flows/shared/rules/able-to-invest.json") as RuleFile & {
  readonly must: object;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saphan-compare-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Told = { readonly code: number; readonly out: string; readonly err: string };

async function compare(...words: readonly string[]): Promise<Told> {
  const { code, out, errors } = await runNamed("compare", ...words);
  return { code, out, err: errors };
}

async function ruleFile(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** Returns the rule with its first clause changed. */
const withClause = (change: object): object => ({
  ...able,
  must: (able.must as readonly object[]).map((clause, at) => (at === 0 ? { ...clause, ...change } : clause)),
});

/** Copies the folder of a flow, with the schema of one form changed. */
async function flowFolder(name: string, change: (flow: JsonObject) => JsonObject): Promise<string> {
  const path = join(folder, name);
  await cp(join(ROOT, "flows/contact-back"), path, { recursive: true });
  await mkdir(join(path, "schemas"), { recursive: true });
  await cp(join(ROOT, "schemas/contact-back"), join(path, "schemas"), { recursive: true });
  const file = join(path, "flow.json");
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, "utf8")) as JsonObject)));
  return path;
}

/** Returns the command's output for a form whose name field has another schema. */
async function withName(version: string, name: JsonObject) {
  const changed = await flowFolder(version, (flow) => flow);
  const form = Object.keys(readJson("flows/contact-back/flow.json").steps as object)[0] as string;
  const path = join(changed, "schemas", `${form}.json`);
  const schema = JSON.parse(await readFile(path, "utf8")) as { readonly properties: JsonObject };
  await writeFile(path, JSON.stringify({ ...schema, properties: { ...schema.properties, name } }));
  const told = (...words: readonly string[]) => compare(join(ROOT, "flows/contact-back"), changed, ...words);
  const [en, th, json] = [await told(), await told("--lang", "th"), await told("--json")];
  return { en: { ...en, data: JSON.parse(json.out) as unknown }, th };
}

describe("the comparison of two files of a rule", () => {
  const cases: readonly (readonly [string, () => Promise<readonly string[]>, number, RegExp, RegExp])[] = [
    ["the same file", async () => [ABLE, ABLE], 0, /the same file/, /ไฟล์เดียวกัน/],
    [
      "a changed reason",
      async () => [ABLE, await ruleFile("reason.json", withClause({ reason: "warning:kyc.underAge" }))],
      0,
      /equal in meaning[\s\S]*\/must\/0\/reason/,
      /ความหมายเท่าเดิม[\s\S]*\/must\/0\/reason/,
    ],
    [
      "a changed start date",
      async () => [ABLE, await ruleFile("from.json", { ...able, from: "2027-01-01" })],
      0,
      /equal in meaning[\s\S]*\/from/,
      /ความหมายเท่าเดิม[\s\S]*\/from/,
    ],
    [
      "a renamed clause",
      async () => [ABLE, await ruleFile("renamed.json", withClause({ id: "address" }))],
      0,
      /equal in meaning[\s\S]*\/must\/0\/id/,
      /ความหมายเท่าเดิม/,
    ],
    [
      "a changed onMissing",
      async () => [ABLE, await ruleFile("missing.json", { ...able, onMissing: "allow" })],
      0,
      /not known, so refused, now not known, so allowed/,
      /ยังไม่ทราบ จึงไม่ผ่าน ตอนนี้ยังไม่ทราบ จึงผ่าน/,
    ],
    [
      "data paths that no flow has",
      async () => [ABLE, await ruleFile("place.json", withClause({ logic: { var: "facts.weather.fine" } }))],
      1,
      /facts\.weather\.fine/,
      /facts\.weather\.fine/,
    ],
    [
      "a value outside its enum",
      async () => [
        ABLE,
        await ruleFile(
          "word.json",
          withClause({ logic: { "==": [{ var: "facts.investor.kycStatus" }, "FINE"] } }),
        ),
      ],
      1,
      /word-outside-enum/,
      /word-outside-enum/,
    ],
    [
      "a file that does not exist",
      async () => [ABLE, join(folder, "nowhere.json")],
      2,
      /nowhere\.json is not there/,
      /nowhere\.json/,
    ],
    [
      "a file that is not JSON",
      async () => [ABLE, await ruleFile("broken.json", "{")],
      2,
      /is no JSON/,
      /broken\.json/,
    ],
    [
      "a file that is not a rule",
      async () => [ABLE, await ruleFile("other.json", { must: [{}] })],
      2,
      /is no rule/,
      /other\.json/,
    ],
    ["a file and a folder", async () => [ABLE, join(ROOT, "flows/pin")], 1, /a folder/, /เป็นโฟลเดอร์/],
  ];

  it.each(cases)(
    "a report in both languages exists for versions with %s",
    async (_, paths, code, english, thai) => {
      const words = await paths();
      const [en, th] = await Promise.all([compare(...words), compare(...words, "--lang", "th")]);
      expect([en.code, en.out + en.err]).toEqual([code, expect.stringMatching(english)]);
      expect([th.code, th.out + th.err]).toEqual([code, expect.stringMatching(thai)]);
    },
  );

  it("names data paths and users by the labels on the screen, never by code", async () => {
    const without = {
      ...able,
      must: (able.must as readonly { readonly id: string }[]).filter(({ id }) => id !== "contract"),
    };
    const { out } = await compare(ABLE, await ruleFile("without.json", without));
    expect(out).toContain("the contract is not signed");
    expect(out).not.toMatch(/facts\.|kycStatus/);
  });
});

describe("the comparison of two folders of a flow", () => {
  it("rejects a folder without a flow file, and names the folder", async () => {
    expect(await compare(folder, folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining("flow.json is not there"),
    });
  });

  it("lists the switches that only one of the two versions reads", async () => {
    const flagged = await flowFolder("flagged", (flow) => ({ ...flow, flags: ["invest"] }));
    const { out, code } = await compare(join(ROOT, "flows/contact-back"), flagged);
    expect([code, out]).toEqual([0, expect.stringContaining("which switches it reads (added: invest)")]);
  });

  it("reports the lengths of the answers that a shorter maximum length no longer accepts", async () => {
    const { en, th } = await withName("shorter", { $ref: "common/line", maxLength: 5 });
    expect(en).toMatchObject({
      code: 0,
      out: expect.stringMatching(/no longer taken: someone whose “[^”]+” has 6 to 200 characters\n/),
    });
    expect(th).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ไม่รับอีกต่อไป: ผู้ที่ตอบ “[^”]+” ยาว 6 ถึง 200 ตัวอักษร\n/),
    });
    expect(en.data).toMatchObject({
      steps: [
        { answers: [{ kind: "lengths", words: { en: expect.stringContaining("6 to 200 characters") } }] },
      ],
    });
  });

  it("shows an example answer if the change of a field cannot be described by lengths", async () => {
    const { en, th } = await withName("narrow", { type: "string", minLength: 1, maxLength: 5 });
    expect(en.out).toContain("no longer taken: for example someone for whom “");
    expect(th.out).toContain("ไม่รับอีกต่อไป: เช่น ผู้ที่ “");
    expect([en.code, th.code]).toEqual([0, 0]);
  });
});

/** Returns a copy of the project's definitions with one file changed. */
async function rootWith(
  name: string,
  path: string,
  change: (file: JsonObject) => JsonObject,
): Promise<string> {
  const root = join(folder, name);
  for (const part of ["flows", "schemas", "flags", "locales"])
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  await writeFile(join(root, path), JSON.stringify(change(readJson(path))));
  return root;
}

describe("the comparison of two complete sets of definitions", () => {
  const CONSENT = "schemas/invest/acknowledge.json";
  const optional = (file: JsonObject): JsonObject => ({ ...file, required: [] });

  it("lists the changed flows, and for each flow the lost protection first", async () => {
    const { out, code } = await compare(ROOT, await rootWith("optional", CONSENT, optional));
    expect(code).toBe(0);
    expect(out).toMatch(/^kyc \(“[^”]+”\): the same files$/m);
    const invest = out.slice(out.indexOf("invest (“"));
    expect(invest).toMatch(
      /^invest \(“[^”]+”\): different in meaning\n {2}protections given up \(1\):\n {4}before [^:]+\(orders\.place\): “[^”]+” now takes what it refused: /,
    );
    expect(invest).toMatch(/refused before, taken now: someone for whom/);
    expect(out).not.toContain("newly taken");
  });

  it("lists the changed flows also as JSON, with the lost protection first", async () => {
    const { out } = await compare(ROOT, await rootWith("data", CONSENT, optional), "--json");
    expect(JSON.parse(out)).toMatchObject({
      kind: "roots",
      flows: {
        kyc: { kind: "same", lost: [] },
        invest: { kind: "different", lost: [{ kind: "answer", effects: [{ effect: "orders.place" }] }] },
      },
      flags: [],
      texts: [],
    });
  });

  it("lists a change of a shared rule under each flow that reads the rule", async () => {
    const path = "flows/shared/rules/able-to-invest.json";
    const less = (file: JsonObject) => ({
      ...file,
      must: (file.must as readonly { readonly id: string }[]).filter(({ id }) => id !== "contract") as never,
      cases: (file.cases as readonly { readonly why: string }[]).filter(
        ({ why }) => !why.startsWith("the contract"),
      ) as never,
    });
    const { out } = await compare(ROOT, await rootWith("shared", path, less));
    expect(out.match(/clause contract .*removed/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it("lists changed switches, and changed texts that no flow shows", async () => {
    const flags = await compare(
      ROOT,
      await rootWith("flags", "flags/runtime.json", (file) => ({
        ...file,
        more: true,
        features: (file.features as readonly JsonObject[]).map((one) =>
          one.name === "otp-on-buy-sell" ? { ...one, enabled: true } : one,
        ),
      })),
    );
    expect(flags.out).toMatch(
      /^changed: flags\/runtime\.json \(added: more, changed: features\)\n {2}otp-on-buy-sell \(“[^”]+”\): off for everybody, now on for everybody\n {2}Invest: these steps are awake now: Enter the code from your e-mail\n/m,
    );
    const [name] = Object.keys(readJson("locales/en/button.json"));
    const texts = await compare(
      ROOT,
      await rootWith("texts", "locales/en/button.json", (file) => ({ ...file, unheard: "of" })),
    );
    expect(name).toBeDefined();
    expect(texts.out).toMatch(/changed: locales\/en\/button\.json \(added: unheard\)/);
  });

  it("names a flow that only one of the two sets contains", async () => {
    const root = await rootWith("fewer", CONSENT, (file) => file);
    await rm(join(root, "flows/pin"), { recursive: true });
    const { out } = await compare(ROOT, root);
    expect(out).toContain("pin: there no longer");
    expect((await compare(root, ROOT)).out).toContain("pin: a new flow");
  });
});

it("reports a changed text of a consent as a change of what users agree to, not of appearance", async () => {
  const path = "flows/invest/flow.json";
  const { out } = await compare(
    ROOT,
    await rootWith("document", path, (file) =>
      JSON.parse(JSON.stringify(file).replace('"document":"risk"', '"document":"terms"')),
    ),
  );
  expect(out).toMatch(/changed: which text is agreed to/);
  expect(out).toMatch(/: risk, now terms$/m);
  expect(out).not.toContain("how it looks");
});
