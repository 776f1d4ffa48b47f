import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/values/json.ts";
import { runNamed } from "../../../support/run-command.ts";
import { shopSource } from "../../flow/fixtures/shop.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "saphan-verify-"));
  const flow = JSON.stringify(shopSource.files["flows/shop/flow.json"]).replace('"to":"pin"', '"to":"pni"');
  const files: { [path: string]: Json } = {
    ...shopSource.files,
    "flows/shop/flow.json": JSON.parse(flow) as Json,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), JSON.stringify(content));
  }
});

afterAll(() => rm(root, { recursive: true }));

/** Runs `npm run verify` on a shop with an unknown target, and returns its output and exit code. */
async function verify(...args: readonly string[]): Promise<{ readonly out: string; readonly code: number }> {
  const { out, code } = await runNamed("verify", "--root", root, ...args);
  return { out, code };
}

describe("npm run verify", () => {
  it("prints in English what is wrong and how to correct the fault", async () => {
    const { out, code } = await verify();
    expect(code).toBe(1);
    expect(out).toContain(
      'error flows/shop/flow.json#/steps/review/next/0/to [unknown-step]\n  there is no step "pni"\n  mend: Name one of: gate, ',
    );
    expect(out).toMatch(/1 flows, \d+ findings\n$/);
  });

  it("prints a fault once, and below it one line for each consequence", async () => {
    const { out } = await verify();
    expect(out).toMatch(
      /\[unreachable-step\]\n {2}nothing leads to step "pin"\n {2}mend: .*\n {2}what follows from it \(8\):\n {4}flows\/shop\/flow\.json#\/steps\/place \[unreachable-step\] nothing leads to step "place"\n/,
    );
    expect(out.match(/^error /gm)).toHaveLength(Number(/(\d+) findings\n$/.exec(out)?.[1]));
  });

  it("prints Thai if the caller asks for Thai", async () => {
    const { out } = await verify("--lang", "th");
    expect(out).toContain(
      'ต้องแก้ flows/shop/flow.json#/steps/review/next/0/to [unknown-step]\n  ไม่มีขั้นตอน "pni"\n  วิธีแก้: เลือกใช้: gate, ',
    );
    expect(out).toMatch(/ตรวจ 1 โฟลว์ พบสิ่งที่ต้องแก้ \d+ จุด\n$/);
  });

  it("prints JSON with the sentences in one language and their keys", async () => {
    const { out } = await verify("--json", "--lang", "th");
    const { findings } = JSON.parse(out) as { readonly findings: readonly object[] };
    expect(findings).toContainEqual(
      expect.objectContaining({
        what: 'ไม่มีขั้นตอน "pni"',
        mend: expect.stringContaining("gate, "),
        says: { key: "unknown-step", params: { step: "pni", steps: expect.any(Array) } },
      }),
    );
  });

  it.each<readonly [what: string, file: string, content: string | Buffer, found: string]>([
    ["a set of switches that is not JSON", "flags/runtime.json", "{", "flags/runtime.json [not-json]"],
    [
      "a set of switches in another structure",
      "flags/runtime.json",
      "[]",
      "flags/runtime.json#/features [wrong-shape]",
    ],
    [
      "a switch that is not in the catalogue",
      "flags/runtime.json",
      '{"version":2,"features":[{"name":"opne","enabled":true}]}',
      "flags/runtime.json#/features/0 [unknown-flag]",
    ],
    [
      "a name that is repeated in a file",
      "flows/shop/rules/twice.json",
      '{"id":"twice","from":"a","must":[{"id":1,"id":2}]}',
      "flows/shop/rules/twice.json#/must/0/id [duplicate-name]",
    ],
    [
      "bytes that are not text",
      "locales/en/shop.json",
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      "locales/en/shop.json [not-json]",
    ],
    ["a byte order mark", "flags/runtime.json", "\ufeff{}", "flags/runtime.json [not-json]"],
  ])("reports %s", async (_, file, content, finding) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
    const { out, code } = await verify();
    await rm(join(root, file));
    expect(code).toBe(1);
    expect(out).toContain(`error ${finding}`);
  });

  it("reports an unreadable file as unreadable, and not also as missing", async () => {
    const file = "flows/shop/flow.json";
    const content = await readFile(join(root, file));
    await writeFile(join(root, file), "{");
    const { out, code } = await verify("--json");
    await writeFile(join(root, file), content);
    const { findings } = JSON.parse(out) as { readonly findings: readonly { readonly code: string }[] };
    expect(findings.map((one) => one.code)).toEqual(["not-json"]);
    expect(code).toBe(1);
  });
});
