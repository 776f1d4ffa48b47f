import { describe, expect, expectTypeOf, test } from "vitest";
import type { Overview } from "../../renderer/kit/api/answers.ts";
import { addressOf } from "../../renderer/kit/api/calls.ts";
import { call, load } from "../../renderer/kit/api/client.ts";
import { get } from "../../renderer/kit/api/query.ts";

/** Calls that only the compiler checks: a line that compiled would be an error of `npm run check`. */
function callsThatDoNotCompile(): void {
  // @ts-expect-error no call has this path
  void load("/overviews");
  // @ts-expect-error the call has the method POST
  void call("GET", "/approvals/{id}/approve", { path: { id: "1" } });
  // @ts-expect-error a parameter of the path is missing
  void load("/orders/{id}");
  // @ts-expect-error the path's parameter has another name
  void load("/orders/{id}", { path: { order: "1" } });
  // @ts-expect-error a member of the body is missing
  void call("POST", "/approvals/{id}/reject", { path: { id: "1" }, body: {} });
  // @ts-expect-error the body has no such member
  void call("POST", "/approvals/{id}/reject", { path: { id: "1" }, body: { reason: "x", note: "x" } });
  // @ts-expect-error the query has no such value
  void get("/transactions", { query: { kind: "gift" } });
  // @ts-expect-error a member of the query is missing
  void get("/as-of");
}

test("a call with a wrong path, parameter, query or body does not compile", () => {
  expectTypeOf(callsThatDoNotCompile).returns.toBeVoid();
});

test("the type of a call's answer is the type that belongs to the call's path", () => {
  expectTypeOf(load<"/overview">).returns.resolves.toEqualTypeOf<Overview>();
});

describe("the function addressOf", () => {
  test("inserts parameters and query into the address, each encoded as one part", () => {
    expect(addressOf("/strategies/{code}/terms", { path: { code: "M/BTC A" } })).toBe(
      "/strategies/M%2FBTC%20A/terms",
    );
    expect(addressOf("/holders", { query: { strategy: "A&B", date: undefined, limit: 0 } })).toBe(
      "/holders?strategy=A%26B&limit=0",
    );
    expect(addressOf("/overview", { query: { date: undefined } })).toBe("/overview");
  });

  test("throws if a parameter is missing", () => {
    expect(() => addressOf("/orders/{id}")).toThrow("addressOf: /orders/{id} without id");
  });
});
