import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { t } from "../text/i18n.ts";
import type { ApiFailure } from "./client.ts";

/**
 * The text of a chosen file, as UTF-8. A picture, a spreadsheet or another encoding is rejected as `file-not-text`,
 * instead of with an error about one unreadable line.
 */
export async function textOfFile(file: Blob): Promise<Result<string, ApiFailure>> {
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return ok(text);
  } catch {
    // Not UTF-8: reported below.
  }
  const said = t("common:error.notText");
  const rest = { message: { th: said, en: said }, fields: [], requestId: null, params: {}, body: {} };
  return fail({ kind: "refused", status: 422, code: "file-not-text", ...rest });
}
