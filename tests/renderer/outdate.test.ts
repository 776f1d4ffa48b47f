import { afterEach, describe, expect, test } from "vitest";
import { get, outdate, queryClient } from "../../renderer/kit/api/query.ts";

const READ = ["/reviews", "/reviews/7", "/reviews?state=open", "/reviewers", "/legal"];

/** Returns the cache key of any address, also of an address that no call has. */
const keyOf = (address: string): readonly string[] => get(address as "/legal").queryKey;

function read(): void {
  for (const path of READ) queryClient.setQueryData(keyOf(path), { path } as never);
}

function outdated(): readonly string[] {
  return READ.filter((path) => queryClient.getQueryState(keyOf(path))?.isInvalidated);
}

describe("the cached answers that an action marks as outdated", () => {
  afterEach(() => queryClient.clear());

  test.each([
    [["/reviews"], ["/reviews", "/reviews/7", "/reviews?state=open"]],
    [["/reviews/7"], ["/reviews/7"]],
    [
      ["/legal", "/reviewers"],
      ["/reviewers", "/legal"],
    ],
    [["/"], READ],
    [[], []],
  ])("an action at the paths %j marks the cached answers of %j as outdated", async (paths, expected) => {
    read();
    await outdate(paths);
    expect(outdated()).toEqual(expected);
  });

  test("include the answers of a path with a query", () => {
    expect(get("/nav", { query: { date: "2026-11-24" } }).queryKey).not.toEqual(get("/nav").queryKey);
  });
});
