import type { Language } from "../../../engine/values/languages.ts";
import { ok, type Result } from "../../../engine/values/result.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { privateFile } from "../../kit/api/private-file.ts";
import { saveFile } from "../../kit/parts/save-file.ts";

/** Saves a stored document on the device under a name. */
export async function saveDocument(id: string, name: string): Promise<void> {
  saveFile(await privateFile(`/api/documents/${id}`), name);
}

/** Creates the contract note of an allotted order, or finds the existing one, and saves it on the device. */
export async function saveContractNote(
  order: { readonly id: string; readonly reference: string },
  language: Language,
): Promise<Result<null, ApiFailure>> {
  const made = await call("POST", "/orders/{id}/contract-note", {
    path: { id: order.id },
    body: { language },
  });
  if (!made.ok) return made;
  await saveDocument(made.value.id, `${order.reference}.pdf`);
  return ok(null);
}

/** Creates the tax invoice of an order's fee, or finds the existing one, and saves it on the device. */
export async function saveInvoice(
  order: { readonly id: string; readonly reference: string },
  language: Language,
): Promise<Result<null, ApiFailure>> {
  const made = await call("POST", "/orders/{id}/invoice", { path: { id: order.id }, body: { language } });
  if (!made.ok) return made;
  await saveDocument(made.value.id, `invoice-${order.reference}.pdf`);
  return ok(null);
}
