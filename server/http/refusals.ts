import type { Access, Owner } from "./access.ts";
import { type ErrorCode, STATUS } from "./errors.ts";
import {
  AnyJson,
  listOf,
  mapOf,
  named,
  objectOf,
  type Schema,
  Sentence,
  TEXT,
  type TypeOf,
} from "./schemas.ts";

/** Schema of the body of every failed request. For a refused definition, the body also has the findings. */
export const Refusal = named(
  "Refusal",
  objectOf(
    {
      code: TEXT,
      message: Sentence,
      fields: listOf(
        objectOf({
          pointer: { ...TEXT, description: "JSON pointer inside the body; empty for the whole" },
          code: TEXT,
          message: Sentence,
        }),
      ),
      requestId: { ...TEXT, description: "To be told to customer service: finds the request in the log" },
      params: mapOf(AnyJson, "What the words name, for a page that tells it its own way"),
      "findings?": listOf(AnyJson, "Of a definition that was refused"),
    },
    "Why a call was refused",
  ),
);
export type Refusal = TypeOf<typeof Refusal>;

/** Errors that any call can return. */
const ANY = ["bad-request", "too-many-requests", "database-unavailable", "internal"] as const;
/** Errors that any call that changes data can return. */
const CHANGE = [
  "json-invalid",
  "json-too-deep",
  "too-large",
  "unsupported-type",
  "outcome-unknown",
  "storage-full",
] as const;

/** The declaration of a call. */
export type Declared = {
  readonly method: string;
  readonly access: Access;
  readonly owner?: Owner | undefined;
  readonly errors: readonly ErrorCode[];
  /** Whether path parameters are validated. */
  readonly params: boolean;
  readonly input: boolean;
  readonly lockedToo: boolean;
  readonly crossOrigin: boolean;
};

/**
 * Returns the error codes that belong to a call: those that it declares, and those that its access and input
 * imply.
 */
export function ownErrors(call: Declared): readonly ErrorCode[] {
  const { access, owner } = call;
  const codes = new Set<ErrorCode>(call.errors);
  if (access.kind === "visitor" || access.kind === "person" || access.kind === "staff")
    codes.add("log-in-first");
  if (access.kind === "staff")
    for (const code of ["not-allowed", "factor-missing", "factor-needed"] as const) codes.add(code);
  if (access.kind === "signed") codes.add("signature");
  if (owner !== undefined) codes.add(owner.refusal);
  if (owner?.kind === "found" && owner.also.length > 0)
    for (const code of ["factor-missing", "factor-needed"] as const) codes.add(code);
  if (access.kind !== "everybody" && !call.lockedToo) codes.add("account-locked");
  if (call.params) codes.add("not-found");
  if (call.input) codes.add("not-valid");
  return [...codes].sort();
}

/** Returns the error codes that the server itself can cause in any call of this kind. */
export function houseErrors(call: Declared): readonly ErrorCode[] {
  const changes = call.method !== "GET";
  return [
    ...ANY,
    ...(changes ? CHANGE : []),
    ...(changes && !call.crossOrigin ? (["other-origin"] as const) : []),
    ...(changes || call.params || call.input ? (["text-not-storable", "number-not-storable"] as const) : []),
  ];
}

/**
 * Returns the error answers for the API document. Each status has an answer with the call's own codes. The
 * answer `default` has the codes that the server itself can cause.
 */
export function refusalsOf(call: Declared): { readonly [status: string]: Schema } {
  const byStatus = Map.groupBy(ownErrors(call), (code) => STATUS[code]);
  return Object.fromEntries([
    ...[...byStatus].map(([status, codes]) => [
      status,
      refusedWith(codes, { allOf: [Refusal, { properties: { code: { enum: codes } } }] }),
    ]),
    ["default", refusedWith(houseErrors(call), Refusal)],
  ]);
}

function refusedWith(codes: readonly ErrorCode[], schema: Schema): Schema {
  return { description: codes.join(", "), content: { "application/json": { schema } } };
}
