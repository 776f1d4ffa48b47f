import schema from "../../../schemas/common/password.json" with { type: "json" };
import { rulesOf } from "../../flow/widgets/password-rule.ts";
import { PasswordRules } from "../../flow/widgets/password-rules.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import type { FormErrors } from "./account-form.tsx";

type NewPassword = { readonly password: string; readonly again: string };

/** Two fields for a new password and its repetition, with the password rules. */
export function NewPasswordFields({
  values,
  errors,
  set,
}: {
  readonly values: NewPassword;
  readonly errors: FormErrors;
  readonly set: (name: keyof NewPassword) => (value: string) => void;
}) {
  const words = useText();
  return (
    <>
      <TextField
        id="password"
        type="password"
        label={words("common:reset.password")}
        autoComplete="new-password"
        value={values.password}
        error={errors.password ?? null}
        below={<PasswordRules password={values.password} schema={schema} />}
        onValue={set("password")}
      />
      <TextField
        id="again"
        type="password"
        label={words("common:reset.again")}
        autoComplete="new-password"
        value={values.again}
        error={errors.again ?? null}
        onValue={set("again")}
      />
    </>
  );
}

/**
 * Returns the errors of a new password before it is sent: a broken rule, or a repetition that differs from
 * the password.
 */
export function newPasswordFaults({ password, again }: NewPassword, words: Translate): FormErrors {
  return {
    ...(rulesOf(schema).every((rule) => rule.holds(password))
      ? {}
      : { password: words("common:reset.weak") }),
    ...(password === again ? {} : { again: words("common:reset.differ") }),
  };
}
