import { AppError, type ErrorCode } from "../http/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";

/**
 * Converts an error of a proposal or decision to an HTTP error. If the error names files or findings, the
 * HTTP error lists them.
 */
export function refusalOf(error: DefinitionFailure | { readonly code: ErrorCode }): AppError {
  if ("paths" in error)
    return new AppError(error.code, {
      fields: error.paths.map((path) => ({ pointer: `/files/${escapePointer(path)}`, code: error.code })),
    });
  if ("findings" in error) return new AppError(error.code, { details: { findings: error.findings } });
  return new AppError(error.code);
}

function escapePointer(text: string): string {
  return text.replaceAll("~", "~0").replaceAll("/", "~1");
}
