import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Draft, edit, edits, type Operation, patchOf } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { checkEvidence } from "../../../server/evidence/index.ts";
import { ROOT } from "../../definitions/definition-files.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let author: Caller;
let colleague: Caller;
let compliance: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  [author, colleague, compliance] = (await Promise.all(
    ["operations", "finance", "compliance"].map((name) => loggedIn(house, name)),
  )) as [Caller, Caller, Caller];
  await sql`update people set role = 'operations' where role = 'finance'`.execute(house.database.db);
});
afterAll(() => house.close());

/** Returns the version of a flow that is in force, and one of its files. */
async function inForce(flow: string, path: string) {
  const list = await author.get("/definitions", { query: { flow } });
  const current = list.current.find((one) => one?.flow === flow);
  const page = await author.call("GET", `/api/definitions/versions/${current?.id}`);
  const files = page.body.files as JsonObject;
  return { base: current?.id ?? "", files, file: files[path] as JsonObject };
}

async function begin(title: string): Promise<{ id: string; url: string; revision: number }> {
  const { status, body } = await author.call("POST", "/api/changes", { title });
  expect(status).toBe(201);
  return { id: String(body.id), url: `/api/changes/${body.id}`, revision: Number(body.revision) };
}

/** Returns a change of a flow's `minutes`, which affects nothing else. */
async function minutes(flow: string, to: Json) {
  const path = `flows/${flow}/flow.json`;
  const { base, file } = await inForce(flow, path);
  const files = { [path]: `${JSON.stringify({ ...file, minutes: to }, null, 2)}\n` };
  return { flow, part: { base, files, done: [], undone: [] } };
}

async function statesOf(ids: readonly Json[]): Promise<readonly Json[]> {
  const pages = await Promise.all(
    ids.map((id) => compliance.call("GET", `/api/definitions/versions/${id}?files=false`)),
  );
  return pages.map(({ body }) => body.state ?? null);
}

/** Returns the letters about changes to an address, oldest first, with template and contents. */
async function lettersTo(email: string): Promise<readonly { template: string; body: string }[]> {
  await house.server.jobs.drain();
  const { messages } = await author.get("/dev/mailbox", { query: { to: email, limit: 100 } });
  return messages.filter(({ template }) => template.startsWith("change-")).reverse();
}

const refused = ({ status, body }: { status: number; body: JsonObject }) => [status, body.code];

describe("a change", () => {
  test("can be saved although it has errors, but cannot be submitted", async () => {
    const { url, revision } = await begin("Half a sentence");
    const { base } = await inForce("contact-back", "flows/contact-back/flow.json");
    const part = {
      base,
      files: { "flows/contact-back/flow.json": '{ "format": 2, "minutes": ' },
      done: [{ op: "set-file", back: { op: "restore", args: { pieces: [] } } }],
      undone: [],
    };
    const saved = await author.call("POST", `${url}/save`, { revision, flow: "contact-back", part });
    expect(saved).toMatchObject({ status: 200, body: { revision: 2, status: "open", own: true } });
    const read = await author.call("GET", url);
    expect(read.body.parts).toEqual({ "contact-back": part });
    const early = await author.call("POST", `${url}/hand-in`, { revision: 2, reason: "Too early" });
    expect(refused(early)).toEqual([422, "change-not-json"]);
    // Files with errors are stored as well.
    const bad = await minutes("contact-back", "soon");
    expect((await author.call("POST", `${url}/save`, { revision: 2, ...bad })).status).toBe(200);
    const unsound = await author.call("POST", `${url}/hand-in`, { revision: 3, reason: "Too early" });
    expect(refused(unsound)).toEqual([422, "definition-unsound"]);
    expect((await author.call("GET", url)).body).toMatchObject({ status: "open", versions: [] });
    expect((await author.call("POST", `${url}/withdraw`)).body).toMatchObject({ status: "withdrawn" });
    const late = await author.call("POST", `${url}/save`, { revision: 4, ...bad });
    expect(refused(late)).toEqual([409, "change-closed"]);
  });

  test.each([
    ["a file of another flow", { path: "flows/kyc/flow.json" }, [422, "file-not-editable"]],
    ["a file outside the root folder", { path: "../../etc/passwd" }, [422, "file-not-editable"]],
    ["an unpublished version as its base", { base: crypto.randomUUID() }, [404, "version-unknown"]],
    ["an outdated revision", { revision: 7 }, [409, "change-moved"]],
  ])(
    "is refused, and not saved, if it has %s",
    async (_, given: { path?: string; base?: string; revision?: number }, says) => {
      const { url, revision } = await begin("Not so");
      const { flow, part } = await minutes("contact-back", 2);
      const { path = "flows/contact-back/flow.json", base = part.base } = given;
      const body = { flow, part: { ...part, base, files: { [path]: "{}" } } };
      const saved = await author.call("POST", `${url}/save`, {
        revision: given.revision ?? revision,
        ...body,
      });
      expect(refused(saved)).toEqual(says);
    },
  );

  test("has one author at a time, whom a colleague can replace, even after the author loses the role", async () => {
    const { url, revision } = await begin("Two people");
    const mine = await minutes("contact-back", 2);
    expect((await author.call("POST", `${url}/save`, { revision, ...mine })).status).toBe(200);
    const theirs = await minutes("complaint", 4);
    const uninvited = await colleague.call("POST", `${url}/save`, { revision: 2, ...theirs });
    expect(refused(uninvited)).toEqual([403, "change-not-yours"]);
    const { db } = house.database;
    await sql`update people set role = 'support' where role = 'operations'
      and id = (select author from changes order by begun_at desc, saved_at desc limit 1)`.execute(db);
    expect(refused(await author.call("POST", `${url}/save`, { revision: 2, ...mine }))).toEqual([
      403,
      "not-allowed",
    ]);
    expect(refused(await colleague.call("POST", `${url}/take`, { reason: " " }))[0]).toBe(422);
    const reason = "Somchai is on leave until Monday";
    const taken = await colleague.call("POST", `${url}/take`, { reason });
    expect(taken.body).toMatchObject({
      own: true,
      revision: 3,
      author: "operations@saphan.example",
      taken: { from: "operations@saphan.example", fromReader: false, reason },
    });
    // Taking over a change that the colleague already writes has no effect, not even on the stored reason.
    const again = await colleague.call("POST", `${url}/take`, { reason: "Once more" });
    expect(again.body).toMatchObject({ revision: 3, taken: { reason } });
    // The previous author gets one letter with the new author and the reason, because the second press had no
    // effect.
    const letters = await lettersTo("operations@saphan.example");
    const told = letters.filter(({ template }) => template === "change-taken");
    expect(told).toHaveLength(1);
    for (const part of [reason, String(taken.body.owner), url.replace("/api", "/studio")])
      expect(told[0]?.body).toContain(part);
    const on = await colleague.call("POST", `${url}/save`, { revision: 3, ...theirs });
    expect(on.body.flows).toMatchObject([{ flow: "contact-back" }, { flow: "complaint" }]);
    const trail = await sql<{
      action: string;
      detail: { reason?: string };
    }>`select action, detail from audit_lines
      where subject = ${`change:${url.split("/").at(-1)}`} order by id`.execute(db);
    expect(trail.rows.map(({ action, detail }) => [action, detail.reason])).toEqual([
      ["changes.begin", undefined],
      ["changes.take", reason],
    ]);
    await sql`update people set role = 'operations' where role = 'support'
      and id = (select author from changes order by begun_at limit 1)`.execute(db);
    // The previous author reads who has the change now, and why.
    expect((await author.call("GET", url)).body).toMatchObject({
      own: false,
      taken: { fromReader: true, reason },
    });
    expect((await colleague.call("POST", `${url}/withdraw`)).status).toBe(200);
  });

  test("a change to two flows is submitted, corrected and published only as a whole", async () => {
    const { id, url, revision } = await begin("Both take longer");
    const save = async (at: number, body: Awaited<ReturnType<typeof minutes>>) =>
      expect((await author.call("POST", `${url}/save`, { revision: at, ...body })).status).toBe(200);
    await save(revision, await minutes("contact-back", 3));
    await save(2, await minutes("complaint", "long"));
    const handIn = (at: number) =>
      author.call("POST", `${url}/hand-in`, { revision: at, reason: "Measured with ten people" });
    expect(refused(await handIn(3))).toEqual([422, "definition-unsound"]);
    const none = await author.call("GET", "/api/definitions?flow=contact-back");
    expect((none.body.versions as Json[]).length).toBe(1);
    await save(3, await minutes("complaint", 9));
    const handed = await handIn(4);
    expect(handed.body).toMatchObject({ status: "waiting", revision: 5 });
    const [one = "", other = ""] = handed.body.versions as string[];
    const said = await compliance.call("POST", `${url}/comments`, { text: "Nine minutes?" });
    expect(said.body.comments).toMatchObject([{ text: "Nine minutes?", by: "compliance@saphan.example" }]);
    const page = await compliance.call("GET", `/api/definitions/versions/${one}?files=false`);
    expect(page.body.change).toEqual({ id, title: "Both take longer", versions: [one, other] });
    // Neither of the two versions can be published, rejected or withdrawn alone.
    const alone = [409, "decided-together"];
    const version = `/api/definitions/versions/${one}`;
    const named = { evidence: page.body.evidence ?? null, note: "Read" };
    expect(refused(await compliance.call("POST", `${version}/approve`, named))).toEqual(alone);
    expect(refused(await compliance.call("POST", `${version}/reject`, { note: "No" }))).toEqual(alone);
    expect(refused(await author.call("POST", `${version}/withdraw`))).toEqual(alone);
    const half = { note: "Read", evidence: { [String(one)]: page.body.evidence ?? null } };
    expect(refused(await compliance.call("POST", `${url}/approve`, half))).toEqual(alone);
    expect(refused(await author.call("POST", `${url}/send-back`, { note: "No" }))).toEqual([
      403,
      "not-allowed",
    ]);
    const back = await compliance.call("POST", `${url}/send-back`, { note: "Nine is too long" });
    expect(back.body).toMatchObject({ status: "sent-back" });
    expect(await statesOf([one, other])).toEqual(["refused", "refused"]);
    // Compliance gets one letter about a change to review, and its author one about a change to correct.
    const [waits, ...more] = await lettersTo("compliance@saphan.example");
    expect([waits?.template, more]).toEqual(["change-waits", []]);
    expect(waits?.body).toContain(`/studio/changes/${id}`);
    const decided = (await lettersTo("operations@saphan.example")).filter(
      ({ template }) => template !== "change-taken",
    );
    expect(decided.map(({ template, body }) => [template, body])).toEqual([
      ["change-sent-back", expect.stringContaining("Nine is too long")],
    ]);
    expect((await author.call("POST", `${url}/reopen`)).body).toMatchObject({ status: "open" });
    const unsent = [409, "change-not-handed-in"];
    const seen = { note: "Read", evidence: { [String(one)]: "0".repeat(64) } };
    const at = "2027-01-04T02:00:00.000Z";
    expect(refused(await compliance.call("POST", `${url}/approve`, seen))).toEqual(unsent);
    expect(refused(await compliance.call("POST", `${url}/schedule`, { ...seen, at }))).toEqual(unsent);
    expect(refused(await compliance.call("POST", `${url}/send-back`, { note: "No" }))).toEqual(unsent);
    await save(6, await minutes("complaint", 5));
    const again = await handIn(7);
    expect(again.body.status).toBe("waiting");
    const versions = again.body.versions as string[];
    const evidence = Object.fromEntries(
      await Promise.all(
        versions.map(async (one) => {
          const { body } = await compliance.call("GET", `/api/definitions/versions/${one}?files=false`);
          return [one, body.evidence ?? null] as const;
        }),
      ),
    );
    const [first = ""] = versions;
    const stale = { ...evidence, [first]: "0".repeat(64) };
    const elsewhere = await compliance.call("POST", `${url}/approve`, { note: "Read", evidence: stale });
    expect(refused(elsewhere)).toEqual([409, "evidence-changed"]);
    expect(await statesOf(versions)).toEqual(["proposed", "proposed"]);
    const unsaid = await compliance.call("POST", `${url}/approve`, { note: " ", evidence });
    expect(refused(unsaid)).toEqual([422, "not-valid"]);
    const approved = await compliance.call("POST", `${url}/approve`, { note: "Read", evidence });
    expect(approved.body).toMatchObject({ status: "published" });
    expect(await statesOf(versions)).toEqual(["published", "published"]);
    const twice = await compliance.call("POST", `${url}/approve`, { note: "Read", evidence });
    expect(refused(twice)).toEqual([409, "already-decided"]);
    expect(refused(await author.call("POST", `${url}/reopen`))).toEqual([409, "change-closed"]);
  });

  test("a person who wrote any part of a change cannot decide it, even if the person now has another role", async () => {
    const { db } = house.database;
    const id = async (name: string) =>
      (await sql<{ id: string }>`select id from people where email = ${`${name}@saphan.example`}`.execute(db))
        .rows[0]?.id;
    const as = async (person: string | undefined, role: string) =>
      await sql`update people set role = ${role} where id = ${person}`.execute(db);
    const [one, other] = [await id("operations"), await id("finance")];
    const { url, revision } = await begin("By two, handed in by one");
    expect(
      (await author.call("POST", `${url}/save`, { revision, ...(await minutes("contact-back", 6)) })).status,
    ).toBe(200);
    // The colleague edits only the second flow, and returns the change to the first author.
    await colleague.call("POST", `${url}/take`, { reason: "The second flow is mine" });
    expect(
      (await colleague.call("POST", `${url}/save`, { revision: 3, ...(await minutes("complaint", 6)) }))
        .status,
    ).toBe(200);
    await author.call("POST", `${url}/take`, { reason: "Back to me" });
    // The author of edits that are still in the change is excluded like the last author.
    const { part } = await minutes("complaint", 6);
    const out = { flow: "complaint", part: { ...part, files: {} } };
    expect((await author.call("POST", `${url}/save`, { revision: 5, ...out })).status).toBe(200);
    const handed = await author.call("POST", `${url}/hand-in`, { revision: 6, reason: "Both of us" });
    const [version = ""] = handed.body.versions as string[];
    // The person who decides reads that two people wrote the change.
    const read = await compliance.call("GET", `/api/definitions/versions/${version}?files=false`);
    expect(read.body).toMatchObject({
      proposedByName: "operations@saphan.example",
      otherWriters: ["finance@saphan.example"],
    });
    const decide = async (by: Caller) => {
      const page = await by.call("GET", `/api/definitions/versions/${version}?files=false`);
      const evidence = String(page.body.evidence);
      const { body } = await by.call("GET", url);
      expect([page.body.wrote, body.wrote]).toEqual([true, true]);
      return [
        await by.call("POST", `${url}/approve`, { note: "Mine", evidence: { [version]: evidence } }),
        await by.call("POST", `${url}/send-back`, { note: "Mine" }),
        await by.call("POST", `/api/definitions/versions/${version}/approve`, { note: "Mine", evidence }),
        await by.call("POST", `/api/definitions/versions/${version}/reject`, { note: "Mine" }),
      ].map(refused);
    };
    const never = Array.from({ length: 4 }, () => [403, "four-eyes"]);
    await as(other, "compliance");
    expect(await decide(colleague)).toEqual(never);
    await as(other, "operations");
    await as(one, "compliance");
    expect(await decide(author)).toEqual(never);
    await as(one, "operations");
    await expect(
      sql`update definition_versions set state = 'refused', approved_by = ${other}, decided_at = now()
        where id = ${version}`.execute(db),
    ).rejects.toThrow("not_by_its_writers");
    const page = await compliance.call("GET", `/api/definitions/versions/${version}?files=false`);
    const evidence = { [version]: page.body.evidence ?? null };
    const approved = await compliance.call("POST", `${url}/approve`, { note: "Read", evidence });
    expect(approved.body).toMatchObject({ status: "published", wrote: false });
    expect(approved.body.writers).toEqual(["operations@saphan.example", "finance@saphan.example"]);
    // The signed evidence, verified without the portal, names both authors.
    const kept = await compliance.call("GET", `/api/definitions/versions/${version}/evidence?files=true`);
    const checks = (file: Json) =>
      checkEvidence(file)?.checks.find(({ what }) => what === "two-people")?.answer;
    expect(checks(kept.body)).toBe("holds");
    const claimed = structuredClone(kept.body) as { approval: { content: { approvedBy: string } } };
    claimed.approval.content.approvedBy = other ?? "";
    expect(checks(claimed)).toBe("broken");
    // The author of files that another person restores is excluded too.
    const since = await minutes("contact-back", 7);
    const next = await author.call("POST", "/api/definitions/contact-back/versions", {
      files: { "flows/contact-back/flow.json": JSON.parse(Object.values(since.part.files)[0] ?? "") },
    });
    const named = { evidence: next.body.evidence ?? null };
    expect(
      (await compliance.call("POST", `/api/definitions/versions/${next.body.id}/approve`, named)).status,
    ).toBe(200);
    await as(other, "compliance");
    const again = await author.call("POST", `/api/definitions/versions/${version}/propose-again`);
    const back = `/api/definitions/versions/${again.body.id}`;
    const own = { evidence: again.body.evidence ?? null };
    expect(refused(await colleague.call("POST", `${back}/approve`, own))).toEqual([403, "four-eyes"]);
    await as(other, "operations");
    expect((await author.call("POST", `${back}/withdraw`)).status).toBe(200);
  });

  test("an approved change gets its publishing time, and is stopped if the flow has changed by then", async () => {
    const { db } = house.database;
    const due = () => house.server.jobs.runNow("changes.publish-due");
    const handedIn = async (title: string, flow: string, to: number) => {
      const { id, url, revision } = await begin(title);
      await author.call("POST", `${url}/save`, { revision, ...(await minutes(flow, to)) });
      const handed = await author.call("POST", `${url}/hand-in`, { revision: revision + 1, reason: "Later" });
      const [version = ""] = handed.body.versions as string[];
      const { body } = await compliance.call("GET", `/api/definitions/versions/${version}?files=false`);
      const at = house.clock.now().plus({ hours: 1 }).toJSDate().toISOString();
      const given = { note: "Read", evidence: { [version]: body.evidence ?? null }, at };
      const schedule = (more: JsonObject = {}) =>
        compliance.call("POST", `${url}/schedule`, { ...given, ...more });
      const come = () =>
        sql`update changes set schedule = jsonb_set(schedule::jsonb, '{at}', '"2026-01-01T00:00:00Z"')
          where id = ${id}`.execute(db);
      const now = async () => (await author.call("GET", url)).body;
      return { url, version, schedule, come, now };
    };
    const one = await handedIn("By the clock", "complaint", 11);
    const over = await one.schedule({ at: "2020-01-01T00:00:00.000Z" });
    expect(refused(over)).toEqual([422, "schedule-moment"]);
    const stale = await one.schedule({ evidence: { [one.version]: "0".repeat(64) } });
    expect(refused(stale)).toEqual([409, "evidence-changed"]);
    // Of two decisions in the same second, only one takes effect.
    const both = await Promise.all([one.schedule(), one.schedule()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await due()).toBe(0);
    expect(await one.now()).toMatchObject({ status: "scheduled", schedule: { stopped: null } });
    await one.come();
    expect(await due()).toBe(1);
    expect(await one.now()).toMatchObject({ status: "published" });
    expect(await due()).toBe(0);
    // Three ways to stop a scheduled change: compliance withdraws it, its author voids it, or its approver
    // loses the role.
    const two = await handedIn("Not any more", "complaint", 12);
    await two.schedule();
    expect((await compliance.call("POST", `${two.url}/unschedule`)).body).toMatchObject({
      status: "waiting",
    });
    expect(refused(await compliance.call("POST", `${two.url}/unschedule`))).toEqual([409, "already-decided"]);
    await two.schedule();
    await two.come();
    const role = (to: string, from: string) =>
      sql`update people set role = ${to} where role = ${from}`.execute(db);
    await role("support", "compliance");
    expect(await due()).toBe(0);
    await role("compliance", "support");
    expect(await two.now()).toMatchObject({ status: "waiting", schedule: { stopped: "not-allowed" } });
    for (const to of ["operations", "compliance"]) {
      const letters = await lettersTo(`${to}@saphan.example`);
      expect(letters.filter(({ template }) => template === "change-stopped")).toHaveLength(1);
    }
    await two.schedule();
    expect((await author.call("POST", `${two.url}/reopen`)).body).toMatchObject({ schedule: null });
    expect(await due()).toBe(0);
    // Another version was published before the scheduled time.
    const late = await handedIn("Overtaken", "complaint", 13);
    const first = await handedIn("Faster", "complaint", 14);
    await late.schedule();
    await first.schedule();
    await first.come();
    expect(await due()).toBe(1);
    await late.come();
    expect(await due()).toBe(0);
    expect(await late.now()).toMatchObject({ schedule: { stopped: "version-outdated" } });
    expect(refused(await late.schedule())).toEqual([409, "version-outdated"]);
  });

  test("a change shows that its base version is no longer in force, and can then not be submitted", async () => {
    const { url, revision } = await begin("Late");
    const part = await minutes("contact-back", 4);
    const list = await author.get("/definitions", { query: { flow: "contact-back" } });
    const first = list.versions.at(-1)?.id ?? "";
    const stale = { ...part, part: { ...part.part, base: first } };
    const saved = await author.call("POST", `${url}/save`, { revision, ...stale });
    expect(saved.body.flows).toMatchObject([{ flow: "contact-back", outdated: true }]);
    const late = await author.call("POST", `${url}/hand-in`, { revision: 2, reason: "Late" });
    expect(refused(late)).toEqual([409, "version-outdated"]);
  });

  test("a change to shared files affects the flows that use these files, and no other flow", async () => {
    const list = "schemas/common/income-source.json";
    const texts = (language: string) => `locales/${language}/form.json`;
    const files = Object.fromEntries(
      [list, texts("th"), texts("en")].map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
    );
    const args = { list: "income-source", value: "PENSION", th: "บำนาญ", en: "Pension" };
    const edited = edit(files, { op: "add-member", args });
    if (!edited.ok) throw new Error(JSON.stringify(edited.error));
    const { draft, changed } = edited.value;
    const patch = patchOf(
      changed.map((path) => ({ path, before: files[path] ?? null, after: draft[path] ?? null })),
    );
    const imported = await author.call("POST", "/api/changes/import", { title: "Pension", patch });
    expect(imported.status).toBe(201);
    const { body: change } = await author.call("GET", `/api/changes/${imported.body.id}`);
    const parts = change.parts as { [flow: string]: { files: { [path: string]: string } } };
    const using = Object.keys(parts);
    expect(using).toEqual(expect.arrayContaining(["kyc", "personal"]));
    expect(using).not.toContain("contact-back");
    for (const { files: written } of Object.values(parts))
      expect(Object.keys(written).sort()).toEqual(changed);
    // A change of the list in one flow is offered to the other flows that use the list, and copied on
    // request.
    const [own = "", ...others] = using;
    const begun = await begin("Pension, once more");
    const { base } = await inForce(own, `flows/${own}/flow.json`);
    const part = { base, files: parts[own]?.files ?? {}, done: [], undone: [] };
    expect((await author.call("POST", `${begun.url}/save`, { revision: 1, flow: own, part })).status).toBe(
      200,
    );
    const asked = await author.call("GET", `${begun.url}/alongside?flow=${own}`);
    expect((asked.body.flows as { flow: string }[]).map(({ flow }) => flow)).toEqual(others);
    const late = await author.call("POST", `${begun.url}/spread`, { revision: 1, flow: own });
    expect(refused(late)).toEqual([409, "change-moved"]);
    // The author's earlier edit in another flow can still be undone after this edit.
    const [other = ""] = others;
    const theirs = await minutes(other, 9);
    const of = await inForce(other, list);
    const before = Object.fromEntries(
      [...changed, `flows/${other}/flow.json`].map((path) => [
        path,
        `${JSON.stringify(of.files[path], null, 2)}\n`,
      ]),
    );
    const wrote = edits(
      before,
      Object.entries(theirs.part.files).map(([path, text]) => ({
        op: "set-file",
        args: { file: path, text },
      })),
    );
    if (!wrote.ok) throw new Error(JSON.stringify(wrote.error));
    const its = { ...theirs.part, done: [{ op: "set-value", back: wrote.value.inverse }] };
    const saving = { revision: 2, flow: other, part: its };
    expect((await author.call("POST", `${begun.url}/save`, saving)).status).toBe(200);
    const spread = await author.call("POST", `${begun.url}/spread`, { revision: 3, flow: own });
    expect((spread.body.flows as { flow: string }[]).map(({ flow }) => flow).sort()).toEqual(using.sort());
    expect((await author.call("GET", `${begun.url}/alongside?flow=${own}`)).body.flows).toEqual([]);
    type Steps = typeof parts & { readonly [flow: string]: { done: readonly { back: Operation }[] } };
    const { files: now, done } = ((await author.call("GET", begun.url)).body.parts as Steps)[other] ?? {};
    let back: Draft = { ...before, ...now };
    for (const step of done?.toReversed() ?? []) {
      const undone = edit(back, step.back);
      if (!undone.ok) throw new Error(JSON.stringify(undone.error));
      back = undone.value.draft;
    }
    expect([done?.length, back]).toEqual([2, before]);
    // A text that no flow uses changes no flow.
    const file = texts("en");
    const unused = (files[file] ?? "").replace("{", '{\n  "nobody": "Nobody",');
    const nothing = patchOf([{ path: file, before: files[file] ?? null, after: unused }]);
    expect(
      refused(await author.call("POST", "/api/changes/import", { title: "Nothing", patch: nothing })),
    ).toEqual([422, "nothing-changed"]);
  });
});
