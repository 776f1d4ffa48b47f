import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, anonymous, createHttp } from "../../../server/http/index.ts";
import { DEEPEST_JSON } from "../../../server/http/json-body.ts";

/** Number of randomly made and damaged texts; the campaign runs more. */
const COUNT = Number(process.env.SAPHAN_JSON_COUNT ?? 2_000);
const SEED = Number(process.env.SAPHAN_JSON_SEED ?? 1);

let app: App;
beforeAll(async () => {
  app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
  app.post("/api/echo", { config: { access: anonymous } }, async (request) => ({
    got: request.body ?? null,
  }));
  await app.ready();
});
afterAll(() => app.close());

async function send(text: string | Buffer) {
  const response = await app.inject({
    method: "POST",
    url: "/api/echo",
    headers: { "content-type": "application/json" },
    payload: text,
  });
  return { status: response.statusCode, body: response.json() };
}

// The names follow the public suite of JSON parsing tests: y stands for valid, n for invalid.
const valid: readonly string[] = [
  ..."[] {} [[]] [{}] [null] [true] [false] [0] [-0] [1] [-1] [123] [1.5] [-1.5]".split(" "),
  ..."[1e3] [1E3] [1e+3] [1e-3] [1.5E+10] [-0e1] [0e0] [0.0] [-1e-400]".split(" "),
  ...'null true false 0 -0 42 "" "a" [""] ["a"] [1,2] ["a",null,{}] {"a":1}'.split(" "),
  " [ ] ",
  "\t{\r\n}\n",
  '{"a":{"b":{"c":[]}}}',
  '{"":0}',
  '{"a":"b","a":"c"}',
  '{"a b":1," ":2}',
  '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  '["\\u0061\\u0E01\\uD83D\\uDE00"]',
  '["\\u2028\\u2029"]',
  '["\u2028\u2029"]',
  '["\u007f"]',
  '["กขค 田 é 👩‍👩‍👧"]',
  '["\uffff"]',
  '["\\u0012\\u001f"]',
  '{"constructor":1,"toString":2}',
  "[100000000000000000000000000000000]",
  `[${"1,".repeat(5_000)}1]`,
  `${"[".repeat(DEEPEST_JSON)}${"]".repeat(DEEPEST_JSON)}`,
  `"${"x".repeat(100_000)}"`,
];

const invalid: readonly (string | Buffer)[] = [
  ...'[ ] { } [1 [1, [,1] [1,,2] [,] {"a" {"a": {"a":1 {"a":1, {,} {a:1} {1:1}'.split(" "),
  ...'[1}  {] [1]] {}} [1]x {"a":1}x [+1] [.1] [1.] [01] [-01] [0x1] [1e] [1e+] [-] [--1]'
    .split(" ")
    .filter((text) => text !== ""),
  ..."[NaN] [Infinity] [-Infinity] [nan] nul nulll tru True FALSE undefined [undefined] '' ['a']".split(" "),
  ...'"a ["a] [a"] "\\x" ["\\u12"] ["\\uZZZZ"] ["\\"] [1;2] {"a";1} {"a":1;"b":2} {"a":1,} [1,]'.split(" "),
  "/**/[]",
  "[1]//x",
  '{"a":1 "b":2}',
  "[1 2]",
  '["a\nb"]',
  '["a\tb"]',
  '["\u0001"]',
  "[\u000b1]",
  "[\u00a01]",
  "[1]\u0000",
  "{'a':1}",
  '{"a":1}{"b":2}',
  "[1][2]",
  "`a`",
  "<a/>",
  "a=1&b=2",
  " ",
  "\n",
  Buffer.from([0x22, 0xff, 0x22]),
  Buffer.from([0x22, 0xc3, 0x22]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22]),
  Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  Buffer.from("[1]", "utf16le"),
  Buffer.from([0xfe, 0xff, 0x00, 0x5b, 0x00, 0x5d]),
];

describe("JSON over HTTP", () => {
  test.each(valid.map((text) => [text.slice(0, 40), text] as const))(
    "is accepted in the form %j",
    async (_name, text) => {
      const { status, body } = await send(text);
      expect(status).toBe(200);
      expect(JSON.stringify(body.got)).toBe(JSON.stringify(JSON.parse(text)));
    },
  );

  test.each(invalid.map((text) => [String(text).slice(0, 40), text] as const))(
    "is rejected in the form %j",
    async (_name, text) => {
      expect(await send(text)).toMatchObject({ status: 400, body: { code: "json-invalid" } });
    },
  );

  test.each(["[123123e100000]", '{"a":[-1e999]}', "1e400"])(
    "is rejected if it contains %s, a number that JSON cannot write back",
    async (text) => {
      expect(await send(text)).toMatchObject({ status: 400, body: { code: "number-not-storable" } });
    },
  );

  test(`is accepted or rejected as by JavaScript's own parser, for ${COUNT} whole and truncated texts`, {
    timeout: 3_600_000,
  }, async () => {
    const broken = fc
      .tuple(
        fc.json({ maxDepth: 6 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.boolean()), { maxLength: 3 }),
      )
      .map(([text, changes]) => {
        const bytes = [...Buffer.from(text)];
        for (const [at, byte, replaces] of changes)
          bytes.splice(at % (bytes.length + 1), replaces ? 1 : 0, byte);
        return Buffer.from(bytes);
      });
    const tally = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(broken, async (bytes) => {
        const { status, body } = await send(bytes);
        const expected = parse(bytes);
        if (status === 200) {
          tally.taken += 1;
          expect(JSON.stringify(body.got)).toBe(JSON.stringify(expected?.value ?? null));
        } else {
          tally.refused += 1;
          expect(status).toBe(400);
          // Valid JSON is rejected only if it contains a value that cannot be stored.
          if (expected !== null) expect(["text-not-storable", "number-not-storable"]).toContain(body.code);
        }
      }),
      { numRuns: COUNT, seed: SEED },
    );
    process.stdout.write(`JSON: ${tally.taken} taken, ${tally.refused} refused\n`);
    expect(Math.min(tally.taken, tally.refused)).toBeGreaterThan(COUNT / 20);
  });
});

/**
 * Returns the result of JavaScript's own parser; `null` for invalid JSON. An empty body counts as no body.
 */
function parse(bytes: Buffer): { readonly value: unknown } | null {
  if (bytes.length === 0) return { value: null };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // The one rejected key is `__proto__`: objects inherit through it, and no field of the portal has this
    // name.
    const own = (name: string, value: unknown) => {
      if (name === "__proto__") throw new SyntaxError(name);
      return value;
    };
    return { value: JSON.parse(text, own) };
  } catch {
    return null;
  }
}
