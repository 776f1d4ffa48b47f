import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../server/db/index.ts";
import { demo, investor, type Post, upToPin } from "./orders-investor.ts";

const WARM_UP = 40;
const COUNTED = Number(process.env.BENCH_COUNTED ?? 200);

/** Milliseconds of processor time for one whole order, and its ratio to the fixed work. */
export type OrderCost = {
  readonly portalMs: number;
  readonly postgresMs: number;
  /** The fixed work, measured before and after in this run: the machine's present speed. */
  readonly fixedWorkMs: number;
  readonly portalToFixed: number;
  readonly postgresToFixed: number;
};

/**
 * What a whole order costs, from its first screen to its PIN, one after the other: the processor time of the portal's
 * process and of every process of PostgreSQL, by the kernel's count. Milliseconds vary with the machine and its hour; the
 * ratios to a fixed piece of work in the same run less so.
 */
export async function orderCost(
  db: Db,
  {
    address,
    portal,
    postgres,
  }: { readonly address: string; readonly portal: number; readonly postgres: number },
): Promise<OrderCost> {
  const post = await investor(db, address, 1_000);
  await orders(post, WARM_UP);
  const fixed = [fixedWork()];
  const before = { portal: cpuMs([portal]), postgres: cpuMs(familyOf(postgres)) };
  await orders(post, COUNTED);
  // Background writers after the answers count as well.
  await pause(500);
  const after = { portal: cpuMs([portal]), postgres: cpuMs(familyOf(postgres)) };
  fixed.push(fixedWork());
  const portalMs = (after.portal - before.portal) / COUNTED;
  const postgresMs = (after.postgres - before.postgres) / COUNTED;
  const fixedWorkMs = fixed.reduce((sum, one) => sum + one, 0) / fixed.length;
  return {
    portalMs: rounded(portalMs),
    postgresMs: rounded(postgresMs),
    fixedWorkMs: rounded(fixedWorkMs),
    portalToFixed: rounded(portalMs / fixedWorkMs),
    postgresToFixed: rounded(postgresMs / fixedWorkMs),
  };
}

async function orders(post: Post, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await post(`/api/instances/${await upToPin(post)}/steps/pin`, { code: demo.pin });
}

/** Work that never changes: JSON and hashes, in processor milliseconds. */
function fixedWork(): number {
  const text = JSON.stringify(
    Array.from({ length: 2_000 }, (_, n) => ({ n, name: `row ${n}`, half: n / 2 })),
  );
  const before = process.cpuUsage();
  for (let round = 0; round < 200; round += 1)
    createHash("sha256")
      .update(JSON.stringify(JSON.parse(text)))
      .digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The postmaster and its children. A child that ended is counted by its parent. */
function familyOf(postmaster: number): readonly number[] {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
  return [postmaster, ...children.trim().split(" ").filter(Boolean).map(Number)];
}

const TICKS_A_SECOND = 100;

/** User and system time of processes and of their ended children, from `/proc`. */
function cpuMs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    try {
      // The name before them may contain blanks, and ends with the last bracket. Fields 14 to 17 of proc(5).
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      return 0;
    }
  });
  return (ticks.reduce((sum, one) => sum + one, 0) * 1000) / TICKS_A_SECOND;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
