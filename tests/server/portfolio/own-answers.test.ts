import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { editedFiles } from "../../support/edited-files.ts";
import { walk } from "../db/planted.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const FILES = [
  "flows/data-request/flow.json",
  "schemas/data-request/ask.json",
  "locales/th/data-request.json",
  "locales/en/data-request.json",
];

/** Returns the operation that adds a question, with a different text for each version. */
const question = (branch: string): Operation => ({
  op: "add-question",
  args: {
    flow: "data-request",
    step: "ask",
    field: "channel",
    schema: { type: "string", enum: ["BRANCH", "PHONE"] },
    required: true,
    hints: { widget: "choice-cards" },
    texts: {
      label: { th: "ใช้ช่องทางไหน", en: "Which channel?" },
      options: { BRANCH: { th: "สาขา", en: branch }, PHONE: { th: "โทรศัพท์", en: "Phone" } },
      errors: { required: { th: "เลือกหนึ่งข้อ", en: "Please choose one" } },
    },
  },
});

let house: PortalHouse;
let fresh: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  fresh = await loggedIn(house, "fresh");
  const [operations, compliance] = [await loggedIn(house, "operations"), await loggedIn(house, "compliance")];
  for (const branch of ["At a branch", "In our office"]) {
    const proposed = await operations.call("POST", "/api/definitions/data-request/versions", {
      files: editedFiles(FILES, [question(branch)]) as Json,
      note: "One more question",
    });
    const { id, evidence } = proposed.body;
    await compliance.call("POST", `/api/definitions/versions/${id}/approve`, {
      evidence: evidence as string,
    });
    const ask = { right: "DATA_ACCESS", detail: "Whatever is about 1234567890123", channel: "BRANCH" };
    await walk(house, { who: fresh, flow: "data-request", good: { ask } });
  }
}, 60_000);
afterAll(() => house.close());

async function sent(language: string) {
  const { status, body } = await fresh.call("GET", `/api/my-answers?language=${language}&format=json`);
  expect(status).toBe(200);
  return body.sent as readonly {
    readonly title: string;
    readonly lines: readonly { readonly label: string; readonly value: string }[];
  }[];
}

test("a submission is shown in the words and order of the version with which the person sent it", async () => {
  const [second, first] = await sent("en");
  expect(first?.title).toBe("Use your rights over your personal data");
  expect(first?.lines.slice(0, 2)).toEqual([
    { label: "Right", value: "See what you hold about me" },
    { label: "Which data, and why", value: "Whatever is about 1234567890123" },
  ]);
  expect(first?.lines).toContainEqual({ label: "Which channel?", value: "At a branch" });
  expect(second?.lines).toContainEqual({ label: "Which channel?", value: "In our office" });
});

test("a user who reads Thai gets Thai labels and choices for submitted answers", async () => {
  const [second] = await sent("th");
  expect(second?.lines).toContainEqual({ label: "ใช้ช่องทางไหน", value: "สาขา" });
});

test("the PDF of submitted answers has the same lines as the page", async () => {
  const { status, body } = await fresh.call("GET", "/api/my-answers?language=th&format=pdf");
  expect([status, String(body.text).slice(0, 5)]).toEqual([200, "%PDF-"]);
});

test("a person can read only the person's own submitted answers, and a visitor gets none", async () => {
  const other = await (await loggedIn(house, "investor")).call(
    "GET",
    "/api/my-answers?language=en&format=json",
  );
  expect(other.body.sent).toEqual([]);
  expect((await stranger(house).call("GET", "/api/my-answers?language=en&format=json")).status).toBe(401);
});

test("the submitted answers include the texts of a case, and the person's whole phone number", async () => {
  const complaint = {
    ...{ email: "fresh@saphan.example", phone: "0812345678", problemType: "SERVICE" },
    detail: "Nobody came to the counter",
  };
  await walk(house, { who: fresh, flow: "complaint", good: { complaint } });
  const support = await loggedIn(house, "support");
  const { cases: mine } = await fresh.get("/my-cases");
  const open = mine.find(({ reference }) => reference.startsWith("CMP"));
  expect((await fresh.call("GET", "/api/my-cases/waiting")).body).toEqual({ waiting: 0 });
  expect((await support.call("POST", `/api/cases/${open?.id}/take`, {})).status).toBe(200);
  const asked = await support.call("POST", `/api/cases/${open?.id}/ask`, { text: "Which counter was it?" });
  expect(asked.status).toBe(200);
  expect((await fresh.call("GET", "/api/my-cases/waiting")).body).toEqual({ waiting: 1 });
  const text = "The one at the entrance, call 0898765432";
  expect((await fresh.call("POST", `/api/my-cases/${open?.id}/reply`, { text })).status).toBe(200);
  expect((await fresh.call("GET", "/api/my-cases/waiting")).body).toEqual({ waiting: 0 });
  const all = await sent("en");
  expect(all[0]).toMatchObject({
    title: expect.stringContaining(String(open?.reference)),
    lines: [{ label: "You wrote", value: text }],
  });
  expect(all.flatMap(({ lines }) => lines)).toContainEqual({
    label: expect.any(String),
    value: "0812345678",
  });
  // A question that the desk asks is not among the investor's answers.
  expect(JSON.stringify(all)).not.toContain("Which counter was it?");
});
