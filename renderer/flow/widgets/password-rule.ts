type Rule = { readonly key: string; readonly holds: (password: string) => boolean };

/** The rules of a new password from its schema: length, and one class per `pattern`, named in `$comment`. */
export function rulesOf(schema: Readonly<Record<string, unknown>>): readonly Rule[] {
  const min = Number(schema.minLength ?? 0);
  const max = Number(schema.maxLength ?? Number.POSITIVE_INFINITY);
  const classes = Array.isArray(schema.allOf) ? (schema.allOf as Record<string, unknown>[]) : [];
  return [
    { key: "length", holds: (password) => password.length >= min && password.length <= max },
    ...classes.flatMap(({ $comment, pattern }) => {
      if (typeof pattern !== "string" || typeof $comment !== "string") return [];
      const test = new RegExp(pattern);
      return [{ key: $comment, holds: (password: string) => password !== "" && test.test(password) }];
    }),
  ];
}
