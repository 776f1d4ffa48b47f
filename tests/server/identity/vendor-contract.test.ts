import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../server/identity/development/index.ts";
import { dopaRegister } from "../../../server/identity/dopa-register.ts";
import { sandboxSettings } from "../../../server/identity/index.ts";
import { onfidoVendor } from "../../../server/identity/onfido-vendor.ts";
import type { CheckReport, IdentityVendor, Picture } from "../../../server/identity/vendor.ts";
import { verifioVendor } from "../../../server/identity/verifio-vendor.ts";
import { isSigned, isSignedAtTime } from "../../../server/identity/webhook-signature.ts";

// Contract for every vendor of documents and faces, for sandbox and real vendor alike. A real vendor is
// tested if ONFIDO_URL and ONFIDO_TOKEN name a sandbox account of the vendor; the special e-mail addresses
// work only in our sandbox.
const SECRET = "contract-secret";
const picture: Picture = { bytes: Buffer.from("a picture"), type: "image/jpeg", name: "card-front.jpg" };

let sandbox: Sandbox;
let listener: Server;
const events: { readonly body: Buffer; readonly signature: unknown; readonly timed: unknown }[] = [];

beforeAll(async () => {
  listener = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    events.push({
      body: Buffer.concat(parts),
      signature: request.headers["x-sha2-signature"],
      timed: request.headers["verifio-signature"],
    });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  sandbox = createSandbox({
    port: 0,
    webhookUrl: () => `http://127.0.0.1:${port}/hook`,
    ndidUrl: () => `http://127.0.0.1:${port}/hook`,
    secret: SECRET,
    answerMs: 20,
    slowMs: 100,
  });
  await sandbox.start();
});
afterAll(async () => {
  await sandbox.stop();
  listener.close();
});

const { ONFIDO_URL, ONFIDO_TOKEN } = process.env;
const vendors: readonly (readonly [string, () => IdentityVendor])[] = [
  ["onfido's sandbox", () => onfidoVendor(sandboxSettings(sandbox.url(), SECRET).onfido)],
  ["verifio's sandbox", () => verifioVendor(sandboxSettings(sandbox.url(), SECRET).verifio)],
  [
    "onfido's sandbox, by workflow runs",
    () =>
      onfidoVendor({
        ...sandboxSettings(sandbox.url(), SECRET).onfido,
        workflows: { document: "sandbox-document", liveness: "sandbox-face" },
      }),
  ],
  ...(ONFIDO_URL !== undefined && ONFIDO_TOKEN !== undefined
    ? [["onfido itself", () => onfidoVendor({ url: ONFIDO_URL, token: ONFIDO_TOKEN })] as const]
    : []),
];

describe.each(vendors)("%s", (_name, vendor) => {
  it("accepts an applicant, checks both sides of the card, and reports the result on request", async () => {
    const applicant = await vendor().createApplicant({ email: "somchai@example.com" });
    if (!applicant.ok) throw new Error(applicant.error.code);
    const started = await vendor().checkDocument({ ...applicant.value, front: picture, back: picture });
    if (!started.ok) throw new Error(started.error.code);
    const open = await vendor().report(started.value.check);
    // The check may still be open or already be complete, because speed is not part of the contract.
    expect(open).toMatchObject({ ok: true, value: { applicant: applicant.value.applicant } });
    await completed(vendor(), started.value.check);
    expect(await vendor().report(started.value.check)).toMatchObject({
      ok: true,
      value: { kind: "document", complete: true, result: "clear", subResult: "clear" },
    });
  });

  it("checks a selfie of an applicant whose card it has checked", async () => {
    const applicant = await vendor().createApplicant({ email: "somchai@example.com" });
    if (!applicant.ok) throw new Error(applicant.error.code);
    const started = await vendor().checkLiveness({ ...applicant.value, selfie: picture });
    if (!started.ok) throw new Error(started.error.code);
    await completed(vendor(), started.value.check);
    expect(await vendor().report(started.value.check)).toMatchObject({
      ok: true,
      value: { kind: "liveness" },
    });
  });

  it("reports an unknown check and an unknown applicant as not found", async () => {
    expect(await vendor().report("00000000-0000-4000-8000-000000000000")).toEqual({ ok: true, value: null });
    const none = { applicant: "00000000-0000-4000-8000-000000000000", front: picture, back: picture };
    expect((await vendor().checkDocument(none)).ok).toBe(false);
  });
});

describe.each(vendors.slice(0, 3))("%s, told its answer by the applicant's e-mail", (_name, vendor) => {
  it.each([
    ["good", { complete: true, result: "clear", subResult: "clear" }],
    ["bad", { complete: true, result: "consider", subResult: "rejected" }],
    ["suspect", { complete: true, result: "consider", subResult: "suspected" }],
    ["slow", { complete: true, result: "clear" }],
    ["doubled", { complete: true, result: "clear" }],
    ["lost", { complete: true, result: "clear" }],
    ["late", { complete: true, result: "consider", subResult: "rejected" }],
    ["early", { complete: true, result: "clear", concerns: [] }],
    ["silent", { complete: false, result: null, concerns: [], read: null }],
  ])("gives the answer %s for documents as well as for faces", async (behaviour, value) => {
    const applicant = await vendor().createApplicant({
      email: `x+doc-${behaviour}+face-${behaviour}@example.com`,
    });
    if (!applicant.ok) throw new Error(applicant.error.code);
    for (const started of [
      await vendor().checkDocument({ ...applicant.value, front: picture, back: picture }),
      await vendor().checkLiveness({ ...applicant.value, selfie: picture }),
    ]) {
      if (!started.ok) throw new Error(started.error.code);
      if (value.complete) await completed(vendor(), started.value.check);
      expect(await vendor().report(started.value.check)).toMatchObject({ ok: true, value });
    }
  });

  it.each([
    ["expired", "rejected", "expired"],
    ["unsupported", "rejected", "unsupported"],
    ["minor", null, "under-age"],
    ["blurred", null, "quality"],
    ["mismatch", null, "mismatch"],
    ["forged", "suspected", "authenticity"],
    ["stolen", "suspected", "compromised"],
  ])("states the reason for the applicant %s", async (behaviour, subResult, concern) => {
    const report = await reportOn(vendor(), behaviour);
    expect(report).toMatchObject({ complete: true, result: "consider", concerns: [concern] });
    // Not every protocol has the result “suspected”, so “caution” is accepted for it as well.
    if (subResult === null) expect(["caution", "suspected"]).toContain(report?.subResult);
    else expect(report?.subResult).toBe(subResult);
  });

  it("accepts no applicant on an unknown answer, and ignores malformed data", async () => {
    expect((await reportOn(vendor(), "odd"))?.result).not.toBe("clear");
    const { check } = await begun(vendor(), "garbage");
    expect(await vendor().report(check)).toEqual({ ok: false, error: { code: "unavailable" } });
  });

  it("reports whether it is unreachable or cannot use the picture", async () => {
    for (const [tag, code] of [
      ["doc-down", "unavailable"],
      ["doc-unreadable", "unusable"],
    ]) {
      const applicant = await vendor().createApplicant({ email: `x+${tag}@example.com` });
      if (!applicant.ok) throw new Error(applicant.error.code);
      const asked = { ...applicant.value, front: picture, back: picture };
      expect(await vendor().checkDocument(asked)).toEqual({ ok: false, error: { code } });
    }
  });
});

it.each(vendors.slice(0, 2))(
  "the vendor %s reports the data that it read on the card",
  async (_name, vendor) => {
    expect((await reportOn(vendor(), "mismatch"))?.read).toEqual({
      name: "Somsri Jaidee",
      birthDate: "1975-04-12",
      nationalId: "1000000000017",
    });
    expect((await reportOn(vendor(), "good"))?.read).toBeNull();
  },
);

describe("the sandbox of the vendors", () => {
  it("sends each event with a signature over exactly the sent bytes", async () => {
    expect(events.length).toBeGreaterThan(0);
    const now = new Date();
    const later = new Date(now.getTime() + 6 * 60_000);
    let timedOnes = 0;
    for (const { body, signature, timed } of events) {
      const changed = Buffer.concat([body, Buffer.from(" ")]);
      if (timed === undefined) {
        expect(isSigned(SECRET, body, signature)).toBe(true);
        expect(isSigned("another", body, signature)).toBe(false);
        expect(isSigned(SECRET, changed, signature)).toBe(false);
        continue;
      }
      timedOnes += 1;
      expect(isSignedAtTime(SECRET, body, timed, now)).toBe(true);
      expect(isSignedAtTime("another", body, timed, now)).toBe(false);
      expect(isSignedAtTime(SECRET, changed, timed, now)).toBe(false);
      // A captured event is rejected a little later, and also with another time before the same signature.
      expect(isSignedAtTime(SECRET, body, timed, later)).toBe(false);
      const moved = String(timed).replace(/^t=\d+/, `t=${Math.floor(later.getTime() / 1000)}`);
      expect(isSignedAtTime(SECRET, body, moved, later)).toBe(false);
    }
    expect(timedOnes).toBeGreaterThan(0);
    expect(timedOnes).toBeLessThan(events.length);
  });

  it("refuses a caller without the access token", async () => {
    for (const stranger of [
      onfidoVendor({ url: `${sandbox.url()}/onfido/v3.6`, token: "wrong" }),
      verifioVendor({ url: `${sandbox.url()}/verifio/v1`, token: "wrong" }),
    ])
      expect(await stranger.createApplicant({ email: "x@example.com" })).toEqual({
        ok: false,
        error: { code: "unavailable" },
      });
    const register = dopaRegister({ url: `${sandbox.url()}/dopa/v1`, token: "wrong" });
    expect((await register.check(CARD)).ok).toBe(false);
  });

  it("is unavailable to a caller with a short time limit if the register does not answer", async () => {
    const register = dopaRegister({ url: `${sandbox.url()}/dopa/v1`, token: SECRET, timeoutMs: 200 });
    const answer = await register.check({ ...CARD, laserCode: "ZZ0000000099" });
    expect(answer).toEqual({ ok: false, error: { code: "unavailable" } });
  });
});

const CARD = {
  firstName: "กาญจนก",
  lastName: "วงศ์สวัสดิ์",
  birthDate: "1990-05",
  nationalId: "1101700000010",
  laserCode: "JT0123456789",
};

/** Starts a document check with a vendor of a given behaviour. */
async function begun(
  vendor: IdentityVendor,
  behaviour: string,
): Promise<{ readonly applicant: string; readonly check: string }> {
  const applicant = await vendor.createApplicant({ email: `x+doc-${behaviour}@example.com` });
  if (!applicant.ok) throw new Error(applicant.error.code);
  const started = await vendor.checkDocument({ ...applicant.value, front: picture, back: picture });
  if (!started.ok) throw new Error(started.error.code);
  return { ...applicant.value, ...started.value };
}

async function reportOn(vendor: IdentityVendor, behaviour: string): Promise<CheckReport | null> {
  const { check } = await begun(vendor, behaviour);
  await completed(vendor, check);
  const report = await vendor.report(check);
  if (!report.ok) throw new Error(report.error.code);
  return report.value;
}

async function completed(vendor: IdentityVendor, check: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const report = await vendor.report(check);
    if (report.ok && report.value?.complete === true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`completed: check ${check} never was`);
}
