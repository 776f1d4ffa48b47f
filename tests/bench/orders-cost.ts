import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../server/db/index.ts";
import { demo, investor, type Post, upToPin } from "./orders-investor.ts";

const WARM_UP = 40;
const COUNTED = Number(process.env.BENCH_COUNTED ?? 200);

/** Milliseconds of processor time for one whole order, and the ratio to the fixed work. */
export type OrderCost = {
  readonly portalMs: number;
  readonly postgresMs: number;
  /**
   * Milliseconds of the fixed work, measured before and after in this run. They show the present speed of the
   * machine.
   */
  readonly fixedWorkMs: number;
  readonly portalToFixed: number;
  readonly postgresToFixed: number;
};

/**
 * Measures the cost of whole orders, placed one after the other, from the first screen to the PIN. The cost
 * is the processor time of the portal and of all PostgreSQL processes, as the kernel counts it. Milliseconds
 * vary with the machine and its load; the ratios to a fixed piece of work in the same run vary less.
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
  // Background work after the answers counts too.
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

/** Does work that never changes (JSON and hashes), and returns its milliseconds of processor time. */
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

/**
 * Returns the process ids of the postmaster and its children. Time of a child that ended counts for its
 * parent.
 */
function familyOf(postmaster: number): readonly number[] {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
  return [postmaster, ...children.trim().split(" ").filter(Boolean).map(Number)];
}

const TICKS_A_SECOND = 100;

/** Returns the user and system time of processes and of their ended children, from `/proc`. */
function cpuMs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    try {
      // The name before these fields may contain blanks, and ends with the last bracket. The times are fields
      // 14 to 17 of proc(5).
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
