import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { JsonObject } from "../../engine/values/json.ts";
import { migrate, openDatabase, startCluster } from "../../server/db/index.ts";
import { type Colleague, colleaguesAt } from "../server/durability/colleagues.ts";
import { startKillablePortal } from "../server/durability/killable-portal.ts";

const GOAL_MS = 2_000;
const FLOW = "invest";
/** A text that every flow uses. */
const SHARED = { file: "locales/en/button.json", key: "continue" };

/** Milliseconds from the request that approves a change. The parts follow each other. */
type Times = {
  readonly flows: number;
  /** Checks at the time when the change was handed in. */
  readonly handInMs: number;
  /** Until PostgreSQL told a plain listener of the last version, so the change was committed. */
  readonly announcedMs: number;
  /** Until the approver got the answer. */
  readonly answeredMs: number;
  /** Until a page of the second process was told of the last version, which that process then has loaded. */
  readonly seenMs: number;
};

/**
 * Measures how long an approved change needs until a second process serves it. Two portals run on one
 * database. A change is approved at one of them, and a page of the other waits for the event. There are two
 * changes: of one flow, and of a shared text in all flows that use it.
 */
export async function bench(): Promise<{
  readonly name: "publishing";
  readonly figures: { readonly [figure: string]: unknown };
}> {
  const folder = mkdtempSync(join(tmpdir(), "saphan-bench-publishing-"));
  const cluster = await startCluster({ dir: join(folder, "postgres") });
  const ended: (() => Promise<unknown>)[] = [];
  try {
    const db = await openDatabase(cluster.url, { max: 1 });
    await migrate(db, { note: async () => {} });
    await db.destroy();
    const first = await startKillablePortal(cluster.url);
    ended.push(first.kill);
    const second = await startKillablePortal(cluster.url);
    ended.push(second.kill);
    const logIn = colleaguesAt(() => first.address);
    const people = { author: await logIn("operations"), approver: await logIn("compliance") };
    const watch = { databaseUrl: cluster.url, address: second.address };
    const one = await published(people, watch, { shared: false, word: "first" });
    const again = await published(people, watch, { shared: false, word: "second" });
    const all = await published(people, watch, { shared: true, word: "third" });
    return {
      name: "publishing",
      figures: {
        oneFlowFirst: one,
        oneFlow: again,
        sharedText: all,
        targets: { seenMs: GOAL_MS },
        reached: [one, again, all].every(({ seenMs }) => seenMs <= GOAL_MS),
      },
    };
  } finally {
    for (const end of ended) await end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hands in a change, approves it, and returns the times. */
async function published(
  { author, approver }: { readonly author: Colleague; readonly approver: Colleague },
  watch: { readonly databaseUrl: string; readonly address: string },
  { shared, word }: { readonly shared: boolean; readonly word: string },
): Promise<Times> {
  const call = async (by: Colleague, path: string, body?: JsonObject): Promise<JsonObject> => {
    const { status, json } = await by(path, body);
    if (status >= 300) throw new Error(`bench publishing: ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  const flow = FLOW;
  const list = await call(author, `/definitions?flow=${flow}`);
  const base =
    (list.current as { id: string; flow: string }[]).find((current) => current?.flow === flow)?.id ?? "";
  const { files } = await call(author, `/definitions/versions/${base}`);
  const path = shared ? SHARED.file : `flows/${flow}/flow.json`;
  const content = (files as JsonObject)[path] as JsonObject;
  const text = JSON.stringify(
    shared ? { ...content, [SHARED.key]: word } : { ...content, minutes: word.length },
  );
  const begun = await call(author, "/changes", { title: word });
  const part = { base, files: { [path]: `${text}\n` }, done: [], undone: [] };
  let saved = await call(author, `/changes/${begun.id}/save`, { revision: begun.revision ?? 0, flow, part });
  if (shared)
    saved = await call(author, `/changes/${begun.id}/spread`, { revision: saved.revision ?? 0, flow });
  const handing = performance.now();
  const handed = await call(author, `/changes/${begun.id}/hand-in`, {
    revision: saved.revision ?? 0,
    reason: word,
  });
  const handInMs = Math.round(performance.now() - handing);
  const versions = handed.versions as readonly string[];
  const evidence: { [version: string]: string } = {};
  for (const id of versions)
    evidence[id] = String((await call(approver, `/definitions/versions/${id}?files=false`)).evidence);
  const heard = await listenTo(watch, versions.length);
  const start = performance.now();
  const approving = call(approver, `/changes/${begun.id}/approve`, { note: word, evidence }).then(() =>
    performance.now(),
  );
  const [answered, announced, seen] = await Promise.all([approving, heard.announced, heard.seen]).finally(
    heard.stop,
  );
  return {
    flows: versions.length,
    handInMs,
    announcedMs: Math.round(announced - start),
    answeredMs: Math.round(answered - start),
    seenMs: Math.round(seen - start),
  };
}

/** Resolves with the moments at which the database and the page were told of so many versions. */
async function listenTo(
  { databaseUrl, address }: { readonly databaseUrl: string; readonly address: string },
  versions: number,
) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("listen saphan_page_events");
  const announced = new Promise<number>((resolve) => {
    let told = 0;
    client.on("notification", ({ payload = "" }) => {
      if (!payload.includes('"definition"')) return;
      told += 1;
      if (told === versions) resolve(performance.now());
    });
  });
  const abort = new AbortController();
  const stream = await fetch(`${address}/api/events`, { signal: abort.signal });
  const seen = new Promise<number>((resolve) => {
    void (async () => {
      let told = "";
      try {
        for await (const chunk of stream.body ?? []) {
          told += Buffer.from(chunk).toString();
          if (told.split("event: definition").length > versions) resolve(performance.now());
        }
      } catch {}
    })();
  });
  return {
    announced,
    seen,
    stop: async () => {
      abort.abort();
      await client.end();
    },
  };
}
