import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { t } from "../text/i18n.ts";
import type { ApiFailure } from "./client.ts";

/**
 * The text of a file that somebody chose, as UTF-8. A picture, a spreadsheet or a text in another encoding is refused as
 * `file-not-text`, so that nobody has to guess from a line that cannot be read.
 */
export async function textOfFile(file: Blob): Promise<Result<string, ApiFailure>> {
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return ok(text);
  } catch {
    // No UTF-8: said below.
  }
  const said = t("common:error.notText");
  const rest = { message: { th: said, en: said }, fields: [], requestId: null, params: {}, body: {} };
  return fail({ kind: "refused", status: 422, code: "file-not-text", ...rest });
}
