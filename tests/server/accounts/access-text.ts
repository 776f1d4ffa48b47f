import type { RouteOptions } from "fastify";
import type { ErrorCode } from "../../../server/http/index.ts";
import { houseErrors } from "../../../server/http/refusals.ts";

/** Returns the callers and errors of a call, as docs/access.md states them. */
export function accountText({ method, config = {} }: RouteOptions): { who: string; errors: string } {
  const { access, owner, errors = [] } = config;
  const ofTheHouse = new Set<ErrorCode>(
    houseErrors({
      method: String(method),
      access: access ?? { kind: "everybody" },
      errors: [],
      params: true,
      input: true,
      lockedToo: true,
      crossOrigin: false,
    }),
  );
  const own = errors.filter((code) => !ofTheHouse.has(code));
  return {
    who: `${access?.kind ?? "nobody"}${owner === undefined ? "" : ", about themselves"}`,
    errors: own.length === 0 ? "–" : own.map((code) => `\`${code}\``).join(" "),
  };
}
