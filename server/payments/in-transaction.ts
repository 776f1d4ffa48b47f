import type { Result } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { AppError, type ErrorCode } from "../http/index.ts";
import type { PaymentsRoom } from "./room.ts";

/**
 * An error of this room. It has a code and, where there is one, the name of a field or the line of a file.
 */
export type Refusal = { readonly code: ErrorCode; readonly field?: string; readonly line?: number };

/**
 * Runs work in its own transaction. If the result is a failure, the transaction is rolled back and the error
 * is thrown.
 */
export async function inTransaction<Value>(
  room: PaymentsRoom,
  work: (tx: Tx) => Promise<Result<Value, Refusal>>,
): Promise<Value> {
  return await room.db.transaction().execute(async (tx) => {
    const done = await work(tx);
    if (!done.ok) throw refusal(done.error);
    return done.value;
  });
}

/** Converts an error of this room to an HTTP error. */
export function refusal({ code, field, line }: Refusal): AppError {
  return new AppError(code, {
    ...(field === undefined ? {} : { fields: [{ pointer: `/${field}`, code }] }),
    ...(line === undefined ? {} : { params: { line } }),
  });
}
