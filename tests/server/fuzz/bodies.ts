import fc from "fast-check";
import type { Json, JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { naughty, unstorable } from "./naughty.ts";

/**
 * Returns bodies for one step as JSON texts, made from the step's schema.
 *
 * The bodies are the valid answer, nearly valid answers (a field at or over a limit, of another type,
 * missing, or extra), and hostile ones. The same seed creates the same bodies.
 */
export function bodiesFor(
  schema: JsonSchema,
  good: JsonObject,
  given: { readonly seed: number; readonly count: number },
): readonly string[] {
  const fields = Object.entries(propertiesOf(schema));
  const nearly = fields.map(([name, part]) =>
    fc.oneof(fieldValue(part), hostile).map((value) => ({ answer: { ...good, [name]: value } })),
  );
  const without = fields.map(([name]) => {
    const { [name]: _gone, ...rest } = good;
    return fc.constant({ answer: rest });
  });
  const body = fc.oneof(
    { weight: 1, arbitrary: fc.constant({ answer: good } as unknown) },
    ...(nearly.length === 0 ? [] : [{ weight: 10, arbitrary: fc.oneof(...nearly) as fc.Arbitrary<unknown> }]),
    ...(without.length === 0
      ? []
      : [{ weight: 2, arbitrary: fc.oneof(...without) as fc.Arbitrary<unknown> }]),
    {
      weight: 2,
      arbitrary: fc
        .record({ name: fc.oneof(fc.constantFrom(...names), fc.string()), value: hostile })
        .map(({ name, value }) => ({ answer: withOwn(good, name, value) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .dictionary(
          fc.constantFrom(...fields.map(([name]) => name), "x"),
          fc.oneof(...fields.map(([, part]) => fieldValue(part)), hostile),
        )
        .map((answer) => ({ answer })),
    },
    { weight: 1, arbitrary: hostile.map((answer) => ({ answer })) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: hostile.map((value) => ({ answer: good, code: value })) },
  );
  return fc
    .sample(body, { seed: given.seed, numRuns: given.count })
    .map((value) => JSON.stringify(value) ?? "");
}

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "facts",
  "effects",
  "",
  "a/b~c",
];

/** Sets a property with exactly this name, also for `__proto__`. */
function withOwn(answer: JsonObject, name: string, value: unknown): object {
  return Object.defineProperty({ ...answer }, name, { value, enumerable: true });
}

function propertiesOf(schema: JsonSchema): { readonly [name: string]: JsonSchema } {
  const own = (schema.properties ?? {}) as { [name: string]: JsonSchema };
  const conditional = ((schema.allOf ?? []) as { then?: JsonSchema }[]).map(({ then }) =>
    then === undefined ? {} : propertiesOf(then),
  );
  return Object.assign({}, ...conditional, own);
}

const deep = (depth: number): Json => {
  let value: Json = "bottom";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that no field expects. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1e308, 5e-324, 2 ** 53, 1.5, [], {}, [[]], [null]),
  fc.constantFrom<unknown>(...naughty, ...unstorable),
  fc.constantFrom<unknown>(deep(30), deep(63), deep(200)),
  fc.constantFrom<unknown>("ก".repeat(20_000), Array(5_000).fill("x"), Array(3_000).fill({ a: 1 })),
  fc.constantFrom<unknown>({ var: "facts.investor" }, { $ref: "#" }, { length: 3 }, { toString: "x" }),
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
);

/** Returns values for a field's schema: within its limits, at the limits, and just over them. */
function fieldValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    enum: words,
    const: only,
    type,
    format,
  } = schema as {
    enum?: Json[];
    const?: Json;
    type?: string;
    format?: string;
  };
  if (words !== undefined)
    return fc.constantFrom<unknown>(...words, "OTHER_WORD", String(words[0]).toLowerCase());
  if (only !== undefined) return fc.constantFrom<unknown>(only, !only);
  switch (type) {
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(fc.integer(), fc.double());
    case "array":
      return fc.array(fieldValue((schema.items ?? {}) as JsonSchema), { maxLength: 8 });
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(propertiesOf(schema)).map(([name, part]) => [
            name,
            fc.oneof(fieldValue(part), hostile),
          ]),
        ),
        { requiredKeys: [] },
      );
    default:
      return fc.oneof(ofFormat(format), text(schema));
  }
}

function text(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200 } = schema as { minLength?: number; maxLength?: number };
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
  return fc.oneof(
    fc.constantFrom(...lengths).map((length) => "ก".repeat(length)),
    fc.constantFrom(...naughty),
    fc.string({ unit: "grapheme", maxLength: 60 }),
  );
}

function ofFormat(format: string | undefined): fc.Arbitrary<string> {
  switch (format) {
    case "email":
      return fc.oneof(
        fc.emailAddress(),
        fc.constantFrom("a@b", "a@@b.example", "ก@example.com", " a@example.com"),
      );
    case "date":
    case "partial-date":
      return fc.constantFrom(
        "1990",
        "1990-02",
        "1990-02-29",
        "2000-02-29",
        "0000-00-00",
        "9999-12-31",
        "2533-04-01",
      );
    case "baht":
      return fc.oneof(
        fc
          .bigInt({ min: 0n, max: 10n ** 20n })
          .map((satang) => `${satang / 100n}.${String(satang % 100n).padStart(2, "0")}`),
        fc.constantFrom(
          "10000",
          "-1.00",
          "1e5",
          "0.00",
          "10,000.00",
          "00001.00",
          "999999999999999999999999.99",
        ),
      );
    case "thai-id":
      return fc.oneof(
        fc.stringMatching(/^[0-9]{13}$/),
        fc.constantFrom("1101700000010", "1-1017-00000-01-0"),
      );
    case "thai-phone":
      return fc.constantFrom("0812345678", "+66812345678", "021234567", "+1", "08123456789012");
    case "pin":
      return fc.stringMatching(/^[0-9]{6}$/);
    case "postal-code":
      return fc.stringMatching(/^[0-9]{4,6}$/);
    case "laser-code":
      return fc.constantFrom("JT0123456789", "jt0123456789", "JT0-1234567-89", "JT");
    case "file-ref":
      return fc.uuid();
    default:
      return fc.string();
  }
}
