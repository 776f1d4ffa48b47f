import { Circle, CircleCheck } from "lucide-react";
import { hasText, useText } from "../../kit/text/i18n.ts";
import { rulesOf } from "./password-rule.ts";

/**
 * The rules of a new password, each ticked as soon as it is met. The rule about foreign characters shows only
 * when it is broken.
 */
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
    <ul translate="no" className="rules" aria-live="polite">
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
