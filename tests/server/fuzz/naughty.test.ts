import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { openPortalHouse, type PortalHouse } from "../portal-house.ts";
import { attackAll } from "./attack-all.ts";
import { naughty, unstorable } from "./naughty.ts";

/**
 * Number n such that each field gets every n-th text, starting with a different one; the campaign gives each
 * field all texts.
 */
const EVERY = Number(process.env.SAPHAN_NAUGHTY_EVERY ?? 5);

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse({ SANDBOX_PORT: "9" });
});
afterAll(() => house.close());

describe("unusual texts from the list of naughty strings", () => {
  test("are stored exactly or rejected in every text field", { timeout: 900_000 }, async () => {
    const wrong: string[] = [];
    let stored = 0;
    let refused = 0;
    let field = 0;
    const mine = (): readonly string[] => {
      field += 1;
      return [...naughty, ...unstorable].filter((_, at) => (at + field) % EVERY === 0);
    };
    await attackAll(house, {
      bodies: (_step, schema, answer) =>
        textFields(schema).flatMap((path) =>
          mine().map((text) => JSON.stringify({ answer: set(answer, path, text) })),
        ),
      seen: (step, body, { status, body: view }) => {
        if (status >= 500) wrong.push(`${step}: ${status}`);
        if (status !== 200) {
          refused += 1;
          return;
        }
        const sent = (JSON.parse(body) as { answer: JsonObject }).answer;
        const kept = (view.instance as { answers?: { [step: string]: { value: JsonObject } } }).answers?.[
          step
        ]?.value;
        if (kept === undefined) return;
        stored += 1;
        for (const path of pathsOf(kept))
          if (JSON.stringify(get(kept, path)) !== JSON.stringify(tidied(get(sent, path))))
            wrong.push(
              `${step}${path.join(".")}: ${JSON.stringify(get(kept, path))} of ${JSON.stringify(get(sent, path))}`,
            );
      },
    });
    expect([...new Set(wrong)].slice(0, 20)).toEqual([]);
    expect(house.log.filter((line) => line.includes('"internal"'))).toEqual([]);
    process.stdout.write(`naughty texts: ${stored} stored exactly, ${refused} refused\n`);
    expect(stored).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  });
});

/** Returns a text as it is stored: without blanks at its ends, and with composed letters (NFC). */
function tidied(value: unknown): unknown {
  return typeof value === "string" ? value.normalize("NFC").trim() : value;
}

/** Returns the paths at which a schema accepts free text. */
function textFields(schema: JsonSchema, before: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries((schema.properties ?? {}) as { [name: string]: JsonSchema }).flatMap(
    ([name, part]) => {
      const path = [...before, name];
      if (part.type === "object") return textFields(part, path);
      return part.type === "string" && part.enum === undefined ? [path] : [];
    },
  );
}

function set(answer: JsonObject, [name = "", ...rest]: readonly string[], text: string): JsonObject {
  const inner = (answer[name] ?? {}) as JsonObject;
  return { ...answer, [name]: rest.length === 0 ? text : set(inner, rest, text) };
}

function get(answer: JsonObject | undefined, [name = "", ...rest]: readonly string[]): unknown {
  const inner = answer?.[name];
  return rest.length === 0 ? inner : get(inner as JsonObject | undefined, rest);
}

function pathsOf(value: JsonObject, before: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? pathsOf(inner as JsonObject, [...before, name])
      : [[...before, name]],
  );
}
