import type { Json } from "../../engine/values/json.ts";
import { AppError, type ErrorCode } from "../http/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";

/** A refusal of this room, or of one that hands in to it, on its way out: with the files or findings that it is about. */
export function refusalOf(error: DefinitionFailure | { readonly code: ErrorCode }): AppError {
  if ("paths" in error)
    return new AppError(error.code, {
      fields: error.paths.map((path) => ({ pointer: `/files/${escapePointer(path)}`, code: error.code })),
    });
  if ("findings" in error)
    return new AppError(error.code, { details: { findings: error.findings as unknown as Json } });
  return new AppError(error.code);
}

function escapePointer(text: string): string {
  return text.replaceAll("~", "~0").replaceAll("/", "~1");
}
