import type { JsonObject } from "../../engine/values/json.ts";
import { fail, ok } from "../../engine/values/result.ts";
import type { Effect } from "../flows/index.ts";
import { readSlip, type SlipRead } from "./read-slip.ts";
import type { PaymentsRoom } from "./room.ts";
import { sendSlip } from "./send-slip.ts";

/** Effects of this room that flows can run. */
export function paymentsEffects(room: PaymentsRoom): readonly Effect[] {
  return [
    {
      id: "payments.sendSlip",
      mode: "local",
      // The picture is decoded before the transaction, because this is slow.
      prepare: async (_whose, { slip }) => ({ ...(await readStored(room, slip)) }),
      run: async ({ tx, personId, idempotencyKey, prepared }, { order, slip }) => {
        if (personId === null) throw new Error("payments.sendSlip: a visitor has no orders");
        const read = prepared as JsonObject & SlipRead;
        const sent = await sendSlip(room, tx, { personId, order, file: slip, key: idempotencyKey, read });
        return sent.ok ? ok(sent.value) : fail(sent.error);
      },
    },
  ];
}

/**
 * Reads the code of an uploaded picture. For a missing or infected upload, it returns that there is no code;
 * the submission itself rejects such an upload.
 */
export async function readStored(room: PaymentsRoom, file: string): Promise<SlipRead> {
  const found = await room.files.find(file);
  if (found === null || found.scanned === "infected" || !found.type.startsWith("image/"))
    return { code: "none", bank: null, reference: null };
  return await readSlip(await room.files.read(file));
}
