import { setTimeout as pause } from "node:timers/promises";
import { registerBehaviour } from "./magic.ts";

const MEANINGS: Readonly<Record<number, string>> = {
  0: "good",
  1: "chip",
  2: "void",
  4: "no match",
  5: "missing",
};

/**
 * Returns the card register's answer to `POST /dopa/v1/card-checks {pid, firstName, lastName, birthDay,
 * laser}`.
 */
export async function cardAnswer(
  body: Buffer,
  slowMs: number,
): Promise<{ readonly status: number; readonly body: object }> {
  const card = parse(body);
  if (card === null)
    return { status: 400, body: { error: "pid, laser and birthDay (YYYYMMDD, B.E.) are needed" } };
  const behaviour = registerBehaviour(card);
  if (behaviour === "down") return { status: 503, body: { error: "unavailable" } };
  if (behaviour === "silent") {
    await pause(20_000, undefined, { ref: false });
    return { status: 504, body: { error: "timeout" } };
  }
  if (behaviour === "slow") {
    await pause(slowMs, undefined, { ref: false });
    return { status: 200, body: { code: 0, description: MEANINGS[0] } };
  }
  if (behaviour === "strange") return { status: 200, body: { code: "0", description: "good" } };
  return { status: 200, body: { code: behaviour, description: MEANINGS[behaviour] } };
}

function parse(body: Buffer): { readonly pid: string; readonly laser: string } | null {
  try {
    const { pid, laser, birthDay } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    if (typeof pid !== "string" || typeof laser !== "string" || typeof birthDay !== "string") return null;
    if (!/^\d{13}$/.test(pid) || !/^[A-Z]{2}\d{10}$/.test(laser) || !/^\d{8}$/.test(birthDay)) return null;
    return { pid, laser };
  } catch {
    return null;
  }
}
