type Rule = { readonly key: string; readonly holds: (password: string) => boolean };

/**
 * Returns the rules of a new password from its schema: its length, and one kind of character for each
 * `pattern`, named by `$comment`.
 */
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
