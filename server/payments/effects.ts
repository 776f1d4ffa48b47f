import type { JsonObject } from "../../engine/values/json.ts";
import { fail, ok } from "../../engine/values/result.ts";
import type { Effect } from "../flows/index.ts";
import { readSlip, type SlipRead } from "./read-slip.ts";
import type { PaymentsRoom } from "./room.ts";
import { sendSlip } from "./send-slip.ts";

/** What flows may ask this room to do. */
export function paymentsEffects(room: PaymentsRoom): readonly Effect[] {
  return [
    {
      id: "payments.sendSlip",
      mode: "local",
      // Reading a picture takes a while: nothing waits for it.
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

/** Reads the code of an upload; one that is not there has none, and is refused where it is taken up. */
export async function readStored(room: PaymentsRoom, file: string): Promise<SlipRead> {
  const found = await room.files.find(file);
  if (found === null || found.scanned === "infected" || !found.type.startsWith("image/"))
    return { code: "none", bank: null, reference: null };
  return await readSlip(await room.files.read(file));
}
