import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { checkEvidence } from "../../../server/evidence/check-evidence.ts";
import { fileOfEvidence } from "../../../server/evidence/evidence.ts";
import { createSealer } from "../../../server/evidence/seal.ts";
import { FIXTURES, makeWorld, type World } from "../flows/world.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const RULE = "flows/shop/rules/enough.json";

let world: World;
let folder: string;
/** Downloaded evidence file of an approved version, with the version's files. */
let file: JsonObject;
beforeAll(async () => {
  world = await makeWorld("runtime");
  folder = await mkdtemp(join(tmpdir(), "saphan-evidence-"));
  const { definitions } = world;
  const current = await definitions.get(definitions.current("shop")?.id ?? "");
  const changes = { [RULE]: { ...(current?.files[RULE] as JsonObject), owner: "somebody else" } };
  const proposed = await world.publishing.propose({ flow: "shop", changes, note: "Why", by: randomUUID() });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const { id } = proposed.value;
  await world.publishing.approve({ id, by: randomUUID(), note: "Seen" });
  file = await downloaded(id);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

async function downloaded(id: string): Promise<JsonObject> {
  const version = await world.definitions.get(id);
  if (version === null) throw new Error("no version");
  return JSON.parse(
    JSON.stringify({ ...fileOfEvidence(version)?.content, files: version.files }),
  ) as JsonObject;
}

const publicKey = () => createSealer({ dataDir: dirname(world.rootDir), masterKey: null }).publicKey;

/** Returns the evidence file with the value at a path changed. */
function changed(path: readonly string[], value: Json): JsonObject {
  const copy = structuredClone(file) as { [name: string]: unknown };
  let at = copy;
  for (const name of path.slice(0, -1)) at = at[name] as typeof at;
  at[path.at(-1) ?? ""] = value;
  return copy as JsonObject;
}

/** Returns the evidence file as if the gate had found another value, without a decision. */
function resealed(path: readonly string[], value: Json): JsonObject {
  const { content } = changed(["proposal", "content", ...path], value).proposal as { content: never };
  const sealer = createSealer({ dataDir: dirname(world.rootDir), masterKey: null });
  return { ...file, proposal: sealer.seal(content), approval: null };
}

const answers = (given: JsonObject, key?: string) =>
  Object.fromEntries(
    checkEvidence(given, key === undefined ? {} : { publicKey: key })?.checks.map(({ what, answer }) => [
      what,
      answer,
    ]) ?? [],
  );

const WHOLE = {
  evidence: "holds",
  approval: "holds",
  "approval-of-this": "holds",
  "two-people": "holds",
  key: "holds",
  files: "holds",
  definition: "holds",
};

describe("a downloaded evidence file, checked without the portal", () => {
  test("proves both seals, the two people, the key, every file, and the resulting version", () => {
    expect(answers(file, publicKey())).toEqual(WHOLE);
  });

  test("lists what the check did not cover: the owner of the key, and missing files", () => {
    const { files: _files, ...without } = file;
    expect(answers(without)).toMatchObject({
      key: "not-checked",
      files: "not-checked",
      definition: "not-checked",
    });
  });

  test.each<[string, readonly string[], Json, object]>([
    ["the findings", ["proposal", "content", "judged", "findings"], [{}], { evidence: "broken" }],
    ["the affected people", ["proposal", "content", "impact", "open"], 99, { evidence: "broken" }],
    ["the proposer", ["proposal", "content", "proposedBy"], randomUUID(), { evidence: "broken" }],
    ["the hash", ["proposal", "hash"], "0".repeat(64), { evidence: "broken", "approval-of-this": "broken" }],
    ["the approver", ["approval", "content", "approvedBy"], randomUUID(), { approval: "broken" }],
    ["the approval's signature", ["approval", "signature", "value"], "AAAA", { approval: "broken" }],
    ["a rule", ["files", RULE, "owner"], "nobody", { files: "broken", definition: "broken" }],
  ])("reveals that it was edited: %s", (_what, path, value, expected) => {
    expect(answers(changed(path, value), publicKey())).toEqual({ ...WHOLE, ...expected });
  });

  test("reveals that an unknown key signed the file, even if the signatures are valid", () => {
    const forger = createSealer({ dataDir: folder, masterKey: "ab".repeat(32) });
    const { proposal } = file as { proposal: { content: never } };
    const forged = {
      ...file,
      proposal: forger.seal(proposal.content),
      approval: null,
    };
    expect(answers(forged, publicKey())).toMatchObject({ evidence: "holds", key: "broken" });
  });

  test("passes the check, and contains the version's files, if the version came with the program", async () => {
    const first = (await world.definitions.list("vendor")).at(-1);
    const release = await downloaded(first?.id ?? "");
    expect(answers(release, publicKey())).toEqual({
      evidence: "holds",
      key: "holds",
      files: "holds",
      definition: "holds",
    });
  });

  test("is recognised as evidence, unlike a file of any other kind", () => {
    const half = [
      { proposal: { content: { kind: "evidence" } } },
      { release: { content: { kind: "release" } } },
      changed(["approval"], {}),
      changed(["proposal", "signature"], {}),
      changed(["proposal", "content", "judged", "files"], null),
      changed(["files"], "none"),
    ];
    for (const other of [{}, [], "text", null, { proposal: {} }, { release: null }, ...half])
      expect(checkEvidence(other as Json)).toBeNull();
  });
});

describe("the command npm run evidence", () => {
  const run = (...words: readonly string[]) => {
    const command = join(ROOT, "server", "commands", "evidence-command.ts");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", command, ...words],
      { encoding: "utf8", env: { ...process.env, SAPHAN_DATA: dirname(world.rootDir) } },
    );
    return { status, stdout, stderr };
  };

  test("prints in the requested language what was proved and who decided, and exits with 0", async () => {
    const path = join(folder, "whole.json");
    await writeFile(path, JSON.stringify(file));
    const key = run().stdout.trim();
    expect(key).toBe(publicKey());
    const english = run(path, "--key", key);
    expect(english).toMatchObject({ status: 0, stderr: "" });
    expect(english.stdout).toMatch(/Proved for everybody[\s\S]*place against enough/);
    expect(english.stdout).toMatch(/approved \S+ by \S+: Seen/);
    const thai = run(path, "--key", key, "--lang", "th");
    expect(thai.stdout).toMatch(/พิสูจน์แล้วสำหรับทุกคน/);
  });

  test("prints the answers that a step now rejects", async () => {
    const path = join(folder, "narrower.json");
    const words = (th: string, en: string): JsonObject => ({ th, en });
    const step = { step: "shop", title: words("ร้าน", "Shop"), kind: "changed" };
    const answers = [
      { taken: "no-longer", words: words("ผู้ที่สั่งน้อย", "someone with few") },
      { taken: "newly", words: words("ผู้ที่สั่งมาก", "someone with many") },
    ];
    const steps: Json = [{ ...step, answers }, step];
    await writeFile(path, JSON.stringify(resealed(["judged", "differences", "steps"], steps)));
    expect(run(path).stdout).toContain(
      "  Shop [shop]: changes\n    not taken any more: someone with few\n    refused before, taken now: someone with many\n  Shop",
    );
    expect(run(path, "--lang", "th").stdout).toMatch(/ไม่รับแล้ว: ผู้ที่สั่งน้อย\n +เดิมไม่รับ ตอนนี้รับแล้ว: ผู้ที่สั่งมาก\n/);
  });

  test("prints the effects of a changed rule first, and also reads older evidence without such effects", async () => {
    const path = join(folder, "guards.json");
    const said = (text: string): JsonObject => ({ th: text, en: text });
    const rule = { title: said("Enough"), kind: "different", texts: [], affected: [], clauses: [] };
    const effects = [{ effect: "test.place", step: "place", title: said("Order"), as: "required" }];
    const guard = { effects, letsMore: "yes", casesGone: 2, casesTurned: 1 };
    const rules: Json = [
      { ...rule, rule: "guards", guard },
      { ...rule, rule: "stands", guard: { ...guard, effects: [] } },
      { ...rule, rule: "old" },
    ];
    await writeFile(path, JSON.stringify(resealed(["judged", "differences", "rules"], rules)));
    const { status, stdout } = run(path);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /Rules that guard what the server does:\n {2}Enough \[guards\]\n {4}nobody comes to “Order” \(test\.place\) against it\n {4}LETS PEOPLE THROUGH.*\n {4}2 of its cases WERE TAKEN OUT\n {4}1 of its cases NOW EXPECTS ANOTHER ANSWER\nProved/,
    );
    expect(stdout).toContain("  Enough [stands]: the answer changes\n    2 of its cases WERE TAKEN OUT\n");
    expect(stdout).toContain("  Enough [old]: the answer changes\n");
    expect(run(path, "--lang", "th").stdout).toContain("กรณีทดสอบถูกนำออก 2 กรณี");
  });

  test("prints the changes of the flow itself, and the removed invariants", async () => {
    const path = join(folder, "parts.json");
    const said = (text: string) => ({ th: text, en: text });
    const promises = [{ kind: "removed", step: said("Pay"), rule: said("Enough") }];
    const differences = { kind: "different", parts: ["invariants"], promises };
    const none = { rules: [], steps: [], changedTexts: [] };
    await writeFile(path, JSON.stringify(resealed(["judged", "differences"], { ...differences, ...none })));
    const { stdout } = run(path);
    expect(stdout).toContain(
      "  the flow itself: invariants changes\n    promised and proved no longer: nobody reaches “Pay” against “Enough”\n",
    );
    expect(stdout).not.toContain("Nothing changes for anybody");
  });

  test("exits with 1 and the reason if anything differs from the signed content", async () => {
    const path = join(folder, "edited.json");
    await writeFile(path, JSON.stringify(changed(["proposal", "content", "note"], "Nothing")));
    const { status, stdout } = run(path);
    expect(status).toBe(1);
    expect(stdout).toContain("NO  The evidence is not what was signed");
    expect(stdout).not.toContain("Proved for everybody");
  });

  test("compares the files in a folder, and lists those that differ", async () => {
    const path = join(folder, "without.json");
    const { files: _files, ...without } = file;
    await writeFile(path, JSON.stringify(without));
    const root = join(folder, "root");
    await cp(FIXTURES, root, { recursive: true });
    const { status, stdout } = run(path, "--root", root);
    expect(status).toBe(1);
    expect(stdout).toContain(RULE);
    await writeFile(join(root, RULE), JSON.stringify((file.files as JsonObject)[RULE]));
    expect(run(path, "--root", root).status).toBe(0);
  });

  test("exits with 2 if the given file is no evidence", async () => {
    const path = join(folder, "other.json");
    await writeFile(path, "{}");
    expect(run(path)).toMatchObject({ status: 2, stderr: expect.stringContaining("no file of evidence") });
    expect(run(join(folder, "missing.json")).status).toBe(2);
  });
});
