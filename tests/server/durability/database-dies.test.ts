import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KillablePortal, startKillablePortal } from "./killable-portal.ts";

let dataDir: string;
let portal: KillablePortal;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "saphan-database-dies-"));
  portal = await startKillablePortal({ dataDir });
}, 60_000);
afterAll(async () => {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const postmaster = () =>
  Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]);

const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${portal.address}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const cookie = response.headers.getSetCookie().map((one) => one.split(";")[0]);
  return { status: response.status, body: await response.json(), cookie: cookie.join("; ") };
};

test("a portal whose own database process is killed restarts the database, loses no data, and continues with requests and jobs", async () => {
  const begun = await ask("POST", "/flows/contact-back/instances", {});
  expect(begun.status).toBe(200);
  const { id } = begun.body as { id: string };
  for (let death = 0; death < 2; death += 1) {
    const before = postmaster();
    process.kill(before, "SIGKILL");
    // A connection of the dead database may still answer for a moment.
    const isBack = async () => postmaster() !== before && (await fetch(`${portal.address}/readyz`)).ok;
    await expect.poll(isBack, { timeout: 60_000, interval: 200 }).toBe(true);
  }
  // The visitor continues at the same step, on the same address and with the same password.
  const cookie = { cookie: begun.cookie };
  // If a connection of the dead database said "ready", the new database may still need a moment.
  await expect
    .poll(async () => (await ask("GET", `/instances/${id}`, undefined, cookie)).status, { timeout: 30_000 })
    .toBe(200);
  const shown = await ask("GET", `/instances/${id}`, undefined, cookie);
  expect(shown).toMatchObject({ status: 200, body: { id, at: { step: "contact" } } });
  const answer = { name: "Somchai", email: "somchai@example.com", phone: "0812345678", topic: "STRATEGIES" };
  const submit = (step: string, given: object) =>
    ask(
      "POST",
      `/instances/${id}/steps/${step}`,
      { answer: given },
      { ...cookie, "idempotency-key": `revived-${step}` },
    );
  const reviewed = await submit("contact", answer);
  const { at } = reviewed.body as { at: { kind: string; step: string; values: object } };
  expect(at.kind).toBe("review");
  expect(await submit(at.step, { values: at.values })).toMatchObject({
    status: 200,
    body: { at: { kind: "end", final: true } },
  });
  // The letter arrives, so jobs run again.
  await expect
    .poll(
      async () => {
        const { body } = await ask("GET", "/dev/mailbox?to=somchai%40example.com");
        return (body as { messages: { template: string }[] }).messages.map(({ template }) => template);
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual(["case-received-call-visitor"]);
  expect(portal.said()).toContain("database: its process is gone; it is started again");
}, 180_000);
