import { printed } from "../../engine/edits/index.ts";
import { apiDocument, forReview } from "../../server/api-document.ts";

/** Returns the text of `openapi.json` for the calls that the code declares now. */
export async function printedDocument(): Promise<string> {
  return printed(forReview(await apiDocument()));
}
