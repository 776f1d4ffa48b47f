import { printed } from "../../engine/edits/index.ts";
import { apiDocument, forReview } from "../../server/api-document.ts";

/** The text of `openapi.json`, as the code of today declares the calls. */
export async function printedDocument(): Promise<string> {
  return printed(forReview(await apiDocument()));
}
