import { Circle, CircleCheck } from "lucide-react";
import { hasText, useText } from "../../text/i18n.ts";

type Rule = { readonly key: string; readonly holds: (password: string) => boolean };

/** The rules of a new password from its schema: length, and one class per `pattern` with its name in `$comment`. */
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

/** The rules, each ticking off as soon as it is met. The one about foreign characters shows only when it is broken. */
export function PasswordRules({
  password,
  schema,
}: {
  readonly password: string;
  readonly schema: Readonly<Record<string, unknown>>;
}) {
  const words = useText();
  const rules = rulesOf(schema).filter(
    ({ key, holds }) =>
      hasText(`form:common.password.classes.${key}`) && (key !== "characters" || !holds(password || "a")),
  );
  return (
    <ul className="rules" aria-live="polite">
      {rules.map(({ key, holds }) => {
        const met = holds(password);
        const Icon = met ? CircleCheck : Circle;
        return (
          <li key={key} className={met ? "met" : undefined}>
            <Icon size={18} aria-hidden="true" />
            {words(`form:common.password.classes.${key}`)}
            {met ? <span className="sr"> {words("common:flow.ruleMet")}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
