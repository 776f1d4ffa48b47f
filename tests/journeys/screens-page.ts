// Writes docs/screens.md, which shows each screen of the chain beside its mock-up, on phone and desktop, in
// both languages.
//
//   KEEP_SCREENS=1 npm test -- tests/journeys/chain.test.ts
//   node tests/journeys/screens-page.ts FOLDER-WITH-THE-MOCK-UPS
//
// The pictures come from the journeys' last run with KEEP_SCREENS=1. A missing mock-up leaves its cell empty.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { withInventory } from "../renderer/screens.ts";
import { SCREENS } from "./screens.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const TAKEN = join(ROOT, ".cache", "screens");
const PAGES = join(ROOT, "docs", "screens");
const GAP = 16;
const GROUND = "#8a8f98";

const mocks = process.argv[2];
rmSync(PAGES, { recursive: true, force: true });
mkdirSync(PAGES, { recursive: true });

const lines = [
  "# Screens",
  "",
  "## Inventory",
  "",
  "## Main job beside its mock-ups",
  "Each picture shows the mock-up where there is one, then Thai, then English. `tests/journeys/screens-page.ts` says how to make them.",
  "",
  "| screen | pictures |",
  "|---|---|",
];
for (const screen of SCREENS) {
  const pictures: string[] = [];
  for (const [size, width, height] of [
    ["phone", 390, 844],
    ["desktop", 1280, 800],
  ] as const) {
    const mock = screen.mocks?.[size];
    const shots = [
      mock === undefined || mocks === undefined ? null : join(mocks, `${mock}.png`),
      join(TAKEN, `th-${size}-${screen.name}.png`),
      join(TAKEN, `en-${size}-${screen.name}.png`),
    ].filter((path): path is string => path !== null && existsSync(path));
    if (shots.length === 0) continue;
    const file = `${screen.name}-${size}.webp`;
    await beside(
      shots,
      { width: size === "phone" ? width : 800, height: size === "phone" ? height : 500 },
      join(PAGES, file),
    );
    pictures.push(`[${size}](screens/${file})`);
  }
  lines.push(`| ${screen.title} | ${pictures.join(" ")} |`);
}
writeFileSync(join(ROOT, "docs", "screens.md"), withInventory(`${lines.join("\n").trimEnd()}\n`));

/** Joins pictures of the same size side by side. */
async function beside(
  paths: readonly string[],
  size: { width: number; height: number },
  to: string,
): Promise<void> {
  const parts = await Promise.all(
    paths.map(async (path, at) => ({
      input: await sharp(path)
        .resize({ ...size, fit: "cover", position: "top" })
        .png()
        .toBuffer(),
      left: GAP + at * (size.width + GAP),
      top: GAP,
    })),
  );
  await sharp({
    create: {
      width: GAP + paths.length * (size.width + GAP),
      height: size.height + 2 * GAP,
      channels: 3,
      background: GROUND,
    },
  })
    .composite(parts)
    .webp({ quality: 72 })
    .toFile(to);
}
