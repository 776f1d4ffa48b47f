import { describe, expect, test } from "vitest";
import { type Import, importsOf, sources, withoutComments } from "./sources.ts";

const KIT = ["kit/brand", "kit/text", "kit/native", "kit/api", "kit/parts"];

/**
 * The modules of the page from low to high, each with the lower modules that it may use. There are no
 * exceptions.
 */
const BELOW: { readonly [room: string]: readonly string[] } = {
  "kit/brand": [],
  "kit/text": [],
  "kit/native": ["kit/text"],
  "kit/api": ["kit/brand", "kit/text", "kit/native"],
  "kit/parts": ["kit/brand", "kit/text", "kit/native", "kit/api"],
  flow: KIT,
  portal: [...KIT, "flow"],
  staff: [...KIT, "flow"],
  studio: [...KIT, "flow", "staff"],
  dev: [...KIT, "flow"],
  frame: [...KIT, "flow", "portal", "staff", "studio", "dev"],
};

const code = sources(["renderer"], /\.(tsx?|css)$/).filter(({ path }) => !path.endsWith(".d.ts"));
const shown = ({ from, to }: Import) => `${from} -> ${to}`;

describe("the modules of the page", () => {
  test("contain every file of the page", () => {
    const wrong = code.map(({ path }) => path).filter((path) => !(roomOf(path) in BELOW));
    expect(wrong).toEqual([]);
  });

  test("import only from lower modules; portal, staff and dev do not import each other", () => {
    expect(upward(code.flatMap(importsOf)).map(shown)).toEqual([]);
  });

  test.each([
    ["renderer/kit/api/client.ts", "renderer/kit/parts/button.tsx"],
    ["renderer/kit/text/i18n.ts", "renderer/kit/api/client.ts"],
    ["renderer/kit/parts/button.tsx", "renderer/flow/view.ts"],
    ["renderer/flow/flow-runner.tsx", "renderer/portal/parts/records.ts"],
    ["renderer/staff/home-screen.tsx", "renderer/portal/overview/overview-screen.tsx"],
    ["renderer/portal/me/me-screen.tsx", "renderer/dev/clock-screen.tsx"],
    ["renderer/dev/clock-screen.tsx", "renderer/frame/router.tsx"],
    ["renderer/portal/me/me-screen.tsx", "renderer/main.tsx"],
    ["renderer/kit/api/client.ts", "renderer/new-room/some.ts"],
  ])("a module of the page with the forbidden import %s -> %s is reported", (from, to) => {
    const planted = importsOf({ path: from, text: `import { x } from "${relative(from, to)}";` });
    expect(upward(planted).map(shown)).toEqual([`${from} -> ${to}`]);
  });

  test.each([
    ["renderer/main.tsx", "renderer/frame/gate.tsx"],
    ["renderer/staff/home-screen.tsx", "renderer/staff/staff-frame.tsx"],
    ["renderer/portal/flows/kyc-screen.tsx", "renderer/flow/flow-runner.tsx"],
  ])("a module of the page with the permitted import %s -> %s is not reported", (from, to) => {
    expect(upward([{ from, to, typeOnly: false }])).toEqual([]);
  });
});

/** Reviewed uses of floating-point numbers in the modules portal and staff: number of uses and reason. */
const FLOATS: { readonly [file: string]: { readonly times: number; readonly why: string } } = {
  "renderer/portal/parts/line-chart.tsx": {
    times: 1,
    why: "a position on a canvas; texts come from the API",
  },
  "renderer/portal/parts/sketch-of.ts": {
    times: 7,
    why: "positions of a line and axis labels; values come from the API",
  },
  "renderer/portal/parts/profit-bars.tsx": { times: 1, why: "the length of a bar" },
  "renderer/portal/transactions/statements-screen.tsx": { times: 1, why: "year and month of a day" },
  "renderer/portal/strategies/strategies-screen.tsx": { times: 2, why: "positions of a small drawing" },
  "renderer/portal/site/cards.tsx": { times: 3, why: "positions of a small drawing" },
  "renderer/staff/strategies/term-fields.ts": { times: 1, why: "hundredths of a percent, a whole number" },
  "renderer/staff/content/content-words.ts": { times: 1, why: "an index" },
  "renderer/staff/definitions/definition-step-counts.tsx": { times: 1, why: "a share of people" },
  "renderer/staff/paths/path-preview.tsx": { times: 2, why: "the number of a screen" },
};

test("the page keeps amounts, NAVs and percentages as texts or whole numbers, never as floating-point numbers", () => {
  const found = code
    .filter(({ path }) => /^(portal|staff|dev)$/.test(roomOf(path)))
    .map(({ path, text }) => [path, withoutComments(text).match(FLOATING)?.length ?? 0] as const)
    .filter(([, times]) => times > 0);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(FLOATS).map(([path, { times }]) => [path, times])),
  );
});

test("a loaded part stays on screen if a reload fails, so that an open dialog and typed text are not lost", () => {
  const found = code
    .filter(({ text }) =>
      /if \((\w+\.isError|error)\)\s*return <|if \(error !== null\)\s*return </.test(text),
    )
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

const FLOATING = /\b(Number|parseFloat)\(|\.map\(Number\)|\.toFixed\(|\bMath\.round\(/g;

/** Returns the imports between modules that do not go to a lower module. */
function upward(imports: readonly Import[]): readonly Import[] {
  return imports.filter(({ from, to }) => {
    if (!to.startsWith("renderer/")) return false;
    const [room, other] = [roomOf(from), roomOf(to)];
    return room !== other && !BELOW[room]?.includes(other);
  });
}

/**
 * Returns the module of a file. `kit` has four modules; every other folder is one module. Files beside the
 * folders belong to `frame`, which starts the page.
 */
function roomOf(path: string): string {
  const [, first = "", second = "", ...deeper] = path.split("/");
  if (second === "") return "frame";
  return first === "kit" && deeper.length > 0 ? `kit/${second}` : first;
}

function relative(from: string, to: string): string {
  return `${"../".repeat(from.split("/").length - 1)}${to}`;
}
