import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import schema from "../../../schemas/common/password.json" with { type: "json" };
import { rulesOf } from "../../flow/widgets/password-rule.ts";
import { PasswordRules } from "../../flow/widgets/password-rules.tsx";
import type { LinkOwner } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { LinkOutcome } from "./link-outcome.tsx";
import { passwordErrors } from "./password-fault.ts";

/** Opened by the forgotten-password link: checks it, then asks for the new password twice. */
export default function ResetPassword() {
  const words = useText();
  const lng = useLanguage();
  const { history } = useRouter();
  const { token = "" } = useSearch({ strict: false }) as { token?: string };
  const [link, setLink] = useState<LinkOwner | null>();
  const [values, setValues] = useState({ password: "", again: "" });
  const [errors, setErrors] = useState<FormErrors>({});
  useEffect(() => {
    let here = true;
    void call("POST", "/auth/reset-password/verify", { body: { token } }).then(
      (answer) => here && setLink(answer.ok ? answer.value : null),
    );
    return () => {
      here = false;
    };
  }, [token]);
  const restores = link?.restores === true;
  const sending = useAction({
    call: () => call("POST", "/auth/reset-password", { body: { token, password: values.password } }),
    said: () => words(restores ? "common:reset.restored" : "common:reset.done"),
    done: () => history.replace("/login"),
    failed: (failure) => setErrors(passwordErrors(failure, words, lng)),
  });
  const send = () => {
    const wrong = {
      ...(rulesOf(schema).every((rule) => rule.holds(values.password))
        ? {}
        : { password: words("common:reset.weak") }),
      ...(values.password === values.again ? {} : { again: words("common:reset.differ") }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) sending.run(undefined);
  };
  if (link === undefined)
    return (
      <TaskPage title={words("common:reset.title")}>
        <LoadingShape rows={2} />
      </TaskPage>
    );
  if (link === null)
    return (
      <LinkOutcome
        title={words("common:reset.title")}
        good={false}
        heading={words("common:verify.failed")}
        main={{ href: "/forgot-password", label: words("common:reset.askAgain") }}
        other={{ href: "/login", label: words("button:logIn") }}
      >
        {words("common:reset.failedText")}
      </LinkOutcome>
    );
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  return (
    <AccountForm
      id="reset"
      title={words("common:reset.title")}
      intro={restores ? words("common:reset.restores", { email: link.email }) : null}
      close="/"
      submit={words("common:reset.submit")}
      busy={sending.busy}
      errors={errors}
      onSubmit={send}
    >
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
    </AccountForm>
  );
}
