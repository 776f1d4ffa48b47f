import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { vi } from "vitest";
import { argonRuns } from "../../../server/accounts/password-hash.ts";
import { EVEN_MS } from "../../support/uneven.ts";

/** Work that one call to the portal caused. */
export type CallWork = {
  /** Runs of argon2, in order. */
  readonly hashes: readonly string[];
  /** SQL statements, in order. */
  readonly statements: readonly string[];
  /** Number of times that the call waited for a whole `EVEN_MS`, measured with a stopped clock. */
  readonly evened: number;
};

const inCall = new AsyncLocalStorage<{ hashes: string[]; statements: string[]; evened: number }>();

/** Runs `call` and counts its work. Work of the portal for other calls at the same time does not count. */
export async function workOf<Answer>(
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly work: CallWork }> {
  const work = { hashes: [] as string[], statements: [] as string[], evened: 0 };
  const onRun = (kind: unknown) => void inCall.getStore()?.hashes.push(String(kind));
  const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    inCall.getStore()?.statements.push(textOf(given[0]));
    return ask.apply(this, given);
  } as never);
  const { setTimeout } = globalThis;
  const timer = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    ...given: Parameters<typeof setTimeout>
  ) => {
    const counted = inCall.getStore();
    if (counted !== undefined && given[1] === EVEN_MS) counted.evened += 1;
    return setTimeout(...given);
  }) as never);
  // `evenly` subtracts the time that the work took, which is zero with this clock.
  vi.useFakeTimers({ toFake: ["performance"] });
  argonRuns.subscribe(onRun);
  try {
    return { answer: await inCall.run(work, call), work };
  } finally {
    argonRuns.unsubscribe(onRun);
    vi.useRealTimers();
    timer.mockRestore();
    query.mockRestore();
  }
}

function textOf(statement: unknown): string {
  return typeof statement === "string" ? statement : (statement as { readonly text: string }).text;
}
