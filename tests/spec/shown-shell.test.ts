import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pageAt } from "../../domain/pages.ts";
import { dropToast, toast, toasts } from "../../renderer/kit/api/toast-store.ts";
import { textAt } from "../definitions/definition-files.ts";

// Tests for sections 2 and 9, about the frame around every page.
const RENDERER = resolve(import.meta.dirname, "..", "..", "renderer");
const read = (path: string) => readFileSync(join(RENDERER, path), "utf8");
const shell = read("frame/shell.css");
const tokens = read("kit/brand/tokens.css");

describe("the loading bar", () => {
  test("has a height of 3 pixels", () => {
    expect(/\.loading \{([^}]*)\}/.exec(shell)?.[1]).toMatch(/position: fixed;.*height: 3px;/s);
    expect(/\.loading i \{([^}]*)\}/.exec(shell)?.[1]).toMatch(
      /height: 3px;\s+background: var\(--loading\);/,
    );
  });

  test("is green in both brands, in the light and the dark theme", () => {
    const said = [...tokens.matchAll(/--loading: light-dark\(#(\w{6}), #(\w{6})\)/g)];
    expect(said, "one colour for all brands").toHaveLength(1);
    for (const hex of said[0]?.slice(1) ?? []) {
      const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
        Number.parseInt(hex.slice(at, at + 2), 16),
      );
      expect(green).toBeGreaterThan(red * 1.3);
      expect(green).toBeGreaterThan(blue * 1.3);
    }
  });

  test("is visible from the beginning of a route change to the end of the change", () => {
    const router = read("frame/router.tsx");
    const between = (event: string) => router.split(`router.subscribe("${event}"`)[1]?.split("\n});")[0];
    expect(between("onBeforeLoad")).toContain("routeLoading.set(true)");
    expect(between("onResolved")).toContain("routeLoading.set(false)");
  });
});

describe("a toast message", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("closes without a click after 5000 ms", () => {
    toast({ text: "saved" });
    vi.advanceTimersByTime(4_999);
    expect(toasts.get().map(({ text }) => text)).toEqual(["saved"]);
    vi.advanceTimersByTime(1);
    expect(toasts.get()).toEqual([]);
  });

  test("replaces an earlier message with the same id, and closes 5000 ms after it appeared", () => {
    toast({ id: "401", text: "first" });
    vi.advanceTimersByTime(3_000);
    toast({ id: "401", text: "second" });
    vi.advanceTimersByTime(4_999);
    expect(toasts.get().map(({ text }) => text)).toEqual(["second"]);
    dropToast("401");
    expect(toasts.get()).toEqual([]);
  });

  test("appears in an area that screen readers announce", () => {
    expect(read("frame/over-page.tsx")).toContain('className="toasts" role="status" aria-live="polite"');
  });
});

describe("the loading modal", () => {
  test("covers the screen and shows a waiting message in Thai", () => {
    expect(/\.curtain \{([^}]*)\}/.exec(shell)?.[1]).toMatch(
      /position: fixed;\s+inset: 0;.*width: 100%;\s+height: 100%;/s,
    );
    expect(read("frame/over-page.tsx")).toContain('{words("common:loading.wait")}');
    expect(textAt("th", "common:loading.wait")).toMatch(/^กรุณารอสักครู่/);
    expect(textAt("en", "common:loading.wait")).toMatch(/wait/i);
  });
});

describe("links between log-in and registration", () => {
  test.each([
    ["flows/register", "/login", "register:links.haveAccount", "Already have an account?"],
    ["account/login", "/invest/register", "register:links.noAccount", "Don't have an account?"],
    ["account/login", "/forgot-password", "register:links.forgotPassword", "Forgot password?"],
  ])("a link leads from the page “%s” to the page “%s”", (page, href, key, english) => {
    const source = read(`portal/${page}-screen.tsx`);
    expect(source).toContain(`<PageLink to="${href}"`);
    expect(source).toContain(`words("${key}")`);
    expect(textAt("en", key)).toBe(english);
    expect(textAt("th", key)).toMatch(/[ก-๙]/);
  });

  test("the links between log-in and registration lead to existing pages", () => {
    for (const path of ["/login", "/invest/register", "/forgot-password", "/reset-password"])
      expect(pageAt(path)?.screen).toMatch(/^portal\//);
  });
});
