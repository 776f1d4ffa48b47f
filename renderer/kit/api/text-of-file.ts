import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { t } from "../text/i18n.ts";
import type { ApiFailure } from "./client.ts";

/**
 * Returns the text of a chosen file, which must be UTF-8. For a picture, a spreadsheet or another encoding,
 * returns the error `file-not-text`. That error is clearer than one about a single unreadable line.
 */
export async function textOfFile(file: Blob): Promise<Result<string, ApiFailure>> {
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return ok(text);
  } catch {
    // A file that is not UTF-8 gets the error below.
  }
  const said = t("common:error.notText");
  const rest = { message: { th: said, en: said }, fields: [], requestId: null, params: {}, body: {} };
  return fail({ kind: "refused", status: 422, code: "file-not-text", ...rest });
}
