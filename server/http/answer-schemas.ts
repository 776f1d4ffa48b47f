/** A JSON Schema of an answer, as the API's document shows it. */
export type AnswerSchema = { readonly [keyword: string]: unknown };

/** An object that has exactly these members; one with `?` behind its name may be absent. */
export function objectOf(
  members: { readonly [name: string]: AnswerSchema },
  description?: string,
): AnswerSchema {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    additionalProperties: false,
    required: Object.keys(members).filter((name) => !name.endsWith("?")),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name.replace(/\?$/, ""), member]),
    ),
  };
}

/** Objects of one kind, in an order that means something. */
export function listOf(items: AnswerSchema, description?: string): AnswerSchema {
  return { type: "array", ...(description === undefined ? {} : { description }), items };
}

/** Values of one kind under names that the schema does not know, such as steps of a flow. */
export function mapOf(values: AnswerSchema, description?: string): AnswerSchema {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    additionalProperties: values,
  };
}

/** A value, or nothing. */
export function orNull(schema: AnswerSchema): AnswerSchema {
  if (typeof schema.type !== "string") return { anyOf: [schema, { type: "null" }] };
  const words = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...words, type: [schema.type, "null"] };
}

/** One of several shapes. */
export function eitherOf(...shapes: readonly AnswerSchema[]): AnswerSchema {
  return { anyOf: shapes };
}

/** One of a few words. */
export function oneOf(...words: readonly string[]): AnswerSchema {
  return { type: "string", enum: words };
}

/** Plain members of answers. */
export const WHOLE = { type: "integer" } as const;
export const RATIO = { type: "number" } as const;
export const TEXT = { type: "string" } as const;
export const FLAG = { type: "boolean" } as const;
export const UUID = { type: "string", format: "uuid" } as const;
export const DAY = { type: "string", format: "date" } as const;
export const INSTANT = { type: "string", format: "date-time" } as const;

/** Answers of calls that answer nothing. */
export const NOTHING = { 204: { type: "null", description: "Nothing" } } as const;

/** Answers to whoever has the newest already. */
export const UNCHANGED = { 304: { type: "null", description: "It is as it was" } } as const;

/** Answers that are no JSON, of one of some media types. */
export function bytesOf(description: string, ...types: readonly string[]): object {
  const schema = { type: "string" };
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** What every room's answers may refer to; the server itself names them. */
export const SHARED_ANSWERS = {
  Sentence: objectOf({ th: TEXT, en: TEXT }, "A sentence in both languages"),
  Json: {
    description: "Any JSON: its shape is that of a definition",
    anyOf: [
      { type: "null" },
      FLAG,
      { type: "number" },
      TEXT,
      listOf({ $ref: "Json#" }),
      mapOf({ $ref: "Json#" }),
    ],
  },
} as const;

/** An answer that was given a name with `nameAnswers`. */
export function answer(name: string): AnswerSchema {
  return { $ref: `${name}#` };
}

/** Gives answers names, under which routes may refer to them and the API's document lists them. */
export function nameAnswers(
  app: { addSchema: (schema: object) => unknown },
  answers: { readonly [name: string]: AnswerSchema },
): void {
  for (const [name, schema] of Object.entries(answers)) app.addSchema({ $id: name, ...schema });
}
