import type { FastifyError } from "fastify";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/values/languages.ts";
import { isDatabaseAway, OutcomeUnknown } from "../db/index.ts";
import type { Texts } from "../texts.ts";
import { AppError, type ErrorField } from "./errors.ts";
import type { Refusal } from "./refusals.ts";

/**
 * Formats an error in both languages. An error code without a text gets the general error text, never the
 * code's name. If a field has the same code as the whole error and no parameters, its text uses the
 * parameters of the error.
 */
export function errorBody(texts: Texts, error: AppError, requestId: string): Refusal {
  return {
    code: error.code,
    message: wordsOf(texts, error.code, undefined, error.params),
    fields: error.fields.map(({ pointer, code, message, params }) => ({
      pointer,
      code,
      message: wordsOf(texts, code, message, params ?? (code === error.code ? error.params : {})),
    })),
    requestId,
    params: error.params,
    ...error.details,
  };
}

/** Converts any thrown value to an expected error. An unexpected error becomes `internal`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode, validation } = error as Partial<FastifyError> & { code?: string };
  if (Array.isArray(validation)) return notValid(error as FastifyError);
  if (typeof code === "string") {
    if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE")
      return new AppError("too-large");
    if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || code === "FST_INVALID_MULTIPART_CONTENT_TYPE")
      return new AppError("unsupported-type");
    if (code.startsWith("FST_ERR_CTP")) return new AppError("json-invalid");
    if (code === "FST_ERR_MAX_PARAM_LENGTH") return new AppError("not-found");
    if (code === "FST_ERR_RATE_LIMIT") return new AppError("too-many-requests");
    if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") return new AppError("storage-full");
  }
  if (error instanceof OutcomeUnknown) return new AppError("outcome-unknown");
  if (isDatabaseAway(error)) return new AppError("database-unavailable");
  if (statusCode === 429) return new AppError("too-many-requests");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError("bad-request");
  return new AppError("internal");
}

function notValid(error: FastifyError): AppError {
  const context = (error as { validationContext?: string }).validationContext;
  const fields = (error.validation ?? []).map((problem): ErrorField => {
    const missing = (problem.params as { missingProperty?: string }).missingProperty;
    const extra = (problem.params as { additionalProperty?: string }).additionalProperty;
    const name = missing ?? extra;
    return {
      pointer: name === undefined ? problem.instancePath : `${problem.instancePath}/${name}`,
      code: problem.keyword,
      message: `form:errors.${problem.keyword}`,
      params: problem.params as JsonObject,
    };
  });
  // A malformed id gives the same error as a missing object, so that guessing ids reveals nothing.
  if (context === "params") return new AppError("not-found");
  return new AppError("not-valid", { fields });
}

function wordsOf(texts: Texts, code: string, key: string | Words | undefined, params: JsonObject): Words {
  if (typeof key === "object") return key;
  return (
    (key === undefined ? null : texts.find(key, params)) ??
    texts.find(`warning:errors.${code}`, params) ??
    texts.find("warning:errors.internal", params) ?? {
      th: "ขออภัย ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง",
      en: "Sorry, something went wrong. Please try again.",
    }
  );
}
