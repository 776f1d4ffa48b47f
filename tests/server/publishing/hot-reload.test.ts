import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageEvent } from "../../../server/definitions/index.ts";
import { watchFiles } from "../../../server/publishing/index.ts";
import { makeWorld, shopUpTo, type World } from "../flows/world.ts";

let world: World;
let unwatch: () => void;
const heard: PageEvent[] = [];
let flagReads = 0;
beforeAll(async () => {
  world = await makeWorld("development");
  world.definitions.onEvent((event) => heard.push(event));
  unwatch = await watchFiles(world, {
    rootDir: world.rootDir,
    log: world.deps.log,
    flagsEdited: async () => {
      flagReads += 1;
    },
  });
});
afterAll(async () => {
  unwatch();
  await world.close();
});

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(world.rootDir, path);
  await writeFile(file, change(await readFile(file, "utf8")));
}

const eventsOf = (name: PageEvent["event"]) => heard.filter(({ event }) => event === name);

const FRESH = {
  format: 2,
  id: "fresh",
  namespace: "vendor",
  subject: "account",
  inFlight: "follow",
  start: "ask",
  steps: {
    ask: {
      kind: "form",
      next: [{ when: { "==": [{ var: "answers.ask.tag" }, "bbbbbbbbb"] }, to: "other" }, { to: "done" }],
    },
    other: { kind: "end", outcome: "stopped", reason: "asked", links: ["/overview"] },
    done: { kind: "end", outcome: "stopped", reason: "asked", links: ["/overview"] },
  },
};

describe("a version that two people approved in development", () => {
  test("stays in force while the flow's files are unchanged, and is replaced by the next edit", async () => {
    const { definitions } = world;
    const path = "locales/en/vendor.json";
    const current = await definitions.get(definitions.current("vendor")?.id ?? "");
    const changes = {
      [path]: JSON.parse(JSON.stringify(current?.files[path]).replace('"Note"', '"Remark"')),
    };
    const by = "00000000-0000-4000-8000-000000000001";
    const proposed = await world.publishing.propose({ flow: "vendor", changes, note: null, by });
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
    const { id } = proposed.value;
    const other = "00000000-0000-4000-8000-000000000002";
    expect(await world.publishing.approve({ id, by: other })).toMatchObject({ ok: true });
    await world.publishing.reloadFiles();
    expect(definitions.current("vendor")?.id).toBe(id);
    await edit(path, (text) => text.replace('"Note"', '"Comment"'));
    await expect.poll(() => definitions.current("vendor")?.number, { timeout: 20_000 }).toBe(3);
    heard.length = 0;
  });
});

describe("a flow that is new in development", () => {
  test("is proved like any change, and rejected if no one can finish the flow", async () => {
    const { definitions, rootDir } = world;
    heard.length = 0;
    const text = async (language: string, title: string) => {
      const end = { title, links: { 0: title } };
      const words = { title, ask: { title, tag: { label: title } }, done: end, other: end };
      await edit(`locales/${language}/vendor.json`, (file) =>
        JSON.stringify({ ...JSON.parse(file), fresh: words }),
      );
    };
    await text("th", "ของใหม่");
    await text("en", "New");
    const form = (maxLength: number) =>
      JSON.stringify({
        $id: "fresh/ask",
        type: "object",
        properties: { tag: { type: "string", pattern: "^[ab]{9}$", maxLength } },
        required: ["tag"],
        additionalProperties: false,
      });
    for (const folder of ["flows/fresh", "schemas/fresh"]) await mkdir(join(rootDir, folder));
    await writeFile(join(rootDir, "schemas/fresh/ask.json"), form(8));
    await writeFile(join(rootDir, "flows/fresh/flow.json"), JSON.stringify(FRESH));
    await expect
      .poll(() => JSON.stringify(eventsOf("findings").at(-1) ?? null), { timeout: 20_000 })
      .toContain("schema-unsatisfiable");
    expect(definitions.current("fresh")).toBeNull();
    await writeFile(join(rootDir, "schemas/fresh/ask.json"), form(9));
    await expect.poll(() => definitions.current("fresh")?.number, { timeout: 20_000 }).toBe(1);
    expect(await definitions.list("fresh")).toMatchObject([{ source: "files", state: "published" }]);
    heard.length = 0;
  });
});

describe("an edited file in development", () => {
  test("appears on the open page, without a restart", async () => {
    const { definitions, flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const before = definitions.current("shop");
    await edit("locales/th/shop.json", (text) => text.replace('"label": "สินค้า"', '"label": "ของที่อยากได้"'));
    // Notifications of the first publications may still be on their way to this listener.
    const number = (before?.number ?? 0) + 1;
    await expect.poll(() => definitions.current("shop")?.number, { timeout: 20_000 }).toBe(number);
    const current = definitions.current("shop");
    const told = { event: "definition", data: { flow: "shop", hash: current?.hash } };
    await expect.poll(() => eventsOf("definition"), { timeout: 20_000 }).toContainEqual(told);
    const view = await flows.view(id, subject);
    expect(view.hash).toBe(current?.hash);
    expect(await definitions.module("shop", view.hash)).toContain("ของที่อยากได้");
    await expect.poll(() => eventsOf("locales").length, { timeout: 20_000 }).toBe(1);
  });

  test("an edited file with an error leaves the last valid version in force until the file is corrected", async () => {
    const { definitions, flows, person } = world;
    const before = definitions.current("shop");
    heard.length = 0;
    await edit("flows/shop/flow.json", (text) => text.replace('"to": "review"', '"to": "nowhere"'));
    await expect.poll(() => eventsOf("findings"), { timeout: 20_000 }).toHaveLength(1);
    expect(JSON.stringify(eventsOf("findings")[0]?.data)).toContain('there is no step \\"nowhere\\"');
    expect(definitions.current("shop")).toEqual(before);
    expect((await flows.open("shop", person(), { again: false, language: "th" })).hash).toBe(before?.hash);
    heard.length = 0;
    await edit("flows/shop/flow.json", () => '{ "half": ');
    await expect.poll(() => JSON.stringify(eventsOf("findings")), { timeout: 20_000 }).toContain("not-json");
    heard.length = 0;
    await edit("flows/shop/flow.json", () => JSON.stringify(FLOW));
    await expect.poll(() => eventsOf("definition").length, { timeout: 20_000 }).toBe(1);
  });

  test("an edit that makes the flow impossible to finish is rejected like a proposal, on the page and in the log", async () => {
    const { definitions, log } = world;
    const before = definitions.current("shop");
    heard.length = 0;
    await edit("schemas/shop/choose.json", (text) =>
      text
        .replace(
          '"properties": {',
          '"properties": { "t": { "type": "string", "const": "aaaaaaaaa", "maxLength": 8 },',
        )
        .replace('"required": [', '"required": ["t", '),
    );
    for (const [language, label] of [
      ["th", "ป้าย"],
      ["en", "Tag"],
    ])
      await edit(`locales/${language}/shop.json`, (text) =>
        text.replace('"choose": {', `"choose": { "t": { "label": "${label}" },`),
      );
    await expect
      .poll(() => JSON.stringify(eventsOf("findings").at(-1) ?? null), { timeout: 20_000 })
      .toContain("schema-unsatisfiable");
    expect(definitions.current("shop")).toEqual(before);
    expect(log.join("\n")).toContain("schema-unsatisfiable");
    await edit("schemas/shop/choose.json", (text) => text.replace('"aaaaaaaaa"', '"aaaaaaaa"'));
    await expect
      .poll(() => definitions.current("shop")?.number, { timeout: 20_000 })
      .toBe((before?.number ?? 0) + 1);
  });

  test("takes effect also if files, folders or the watched folder itself were replaced by renaming", async () => {
    const { definitions, rootDir } = world;
    const file = join(rootDir, "flows/shop/flow.json");
    const shows = async (minutes: number): Promise<void> => {
      await expect
        .poll(
          async () =>
            (await definitions.get(definitions.current("shop")?.id ?? ""))?.files["flows/shop/flow.json"],
          {
            timeout: 20_000,
          },
        )
        .toMatchObject({ minutes });
    };
    const written = (minutes: number): string => JSON.stringify({ ...FLOW, minutes });
    for (const minutes of [11, 12]) {
      await writeFile(`${file}.new`, written(minutes));
      await rename(`${file}.new`, file);
      await shows(minutes);
    }
    const folder = join(rootDir, "flows/shop");
    await cp(folder, `${folder}.new`, { recursive: true });
    await writeFile(join(`${folder}.new`, "flow.json"), written(13));
    await rename(folder, join(rootDir, "shop.old"));
    await rename(`${folder}.new`, folder);
    await shows(13);
    await cp(join(rootDir, "flows"), join(rootDir, "flows.new"), { recursive: true });
    await rename(join(rootDir, "flows"), join(rootDir, "flows.old"));
    await rename(join(rootDir, "flows.new"), join(rootDir, "flows"));
    await writeFile(file, written(14));
    await shows(14);
    await writeFile(file, written(15));
    await shows(15);
  });

  test("an edited file with flags is loaded again, and then pages are notified", async () => {
    heard.length = 0;
    await edit("flags/catalogue.json", (text) => `${text} `);
    await expect.poll(() => eventsOf("flags").length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(flagReads).toBeGreaterThan(0);
  });

  test("an edited file with the portal's texts appears under a new tag, unless the file is invalid JSON", async () => {
    const { locales } = world.definitions;
    const buttons = () => String(locales.area("en", "public").plain);
    const before = locales.edition();
    heard.length = 0;
    await edit("locales/en/button.json", (text) => text.replace("Continue", "Go on"));
    await expect.poll(buttons, { timeout: 20_000 }).toContain('"continue":"Go on"');
    const after = locales.edition();
    expect(after).not.toBe(before);
    await edit("locales/en/button.json", () => "{");
    await expect
      .poll(() => world.log.join("\n"), { timeout: 20_000 })
      .toContain("the last readable ones stay");
    expect(locales.edition()).toBe(after);
    expect(buttons()).toContain('"continue":"Go on"');
  });
});

const FLOW = JSON.parse(
  await readFile(join(import.meta.dirname, "../flows/fixtures/flows/shop/flow.json"), "utf8"),
);
FLOW.minutes = 4;
