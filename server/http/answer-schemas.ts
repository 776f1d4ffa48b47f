/** A JSON Schema of an answer, as the API's document shows it. */
export type AnswerSchema = { readonly [keyword: string]: unknown };

/** An object that has exactly these members. */
export function record(
  members: { readonly [name: string]: AnswerSchema },
  description?: string,
): AnswerSchema {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    additionalProperties: false,
    required: Object.keys(members),
    properties: members,
  };
}

/** Objects of one kind, in an order that means something. */
export function listOf(items: AnswerSchema, description?: string): AnswerSchema {
  return { type: "array", ...(description === undefined ? {} : { description }), items };
}

/** A value, or nothing. */
export function orNull(schema: AnswerSchema): AnswerSchema {
  return typeof schema.type === "string"
    ? { ...schema, type: [schema.type, "null"] }
    : { anyOf: [schema, { type: "null" }] };
}

/** One of a few words. */
export function oneOf(...words: readonly string[]): AnswerSchema {
  return { type: "string", enum: words };
}

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
