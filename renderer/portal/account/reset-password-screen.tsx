import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { LinkOwner } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { LinkOutcome } from "./link-outcome.tsx";
import { NewPasswordFields, newPasswordFaults } from "./new-password-fields.tsx";
import { passwordErrors } from "./password-fault.ts";
import { useValues } from "./use-values.ts";

/**
 * The page that the forgotten-password link opens. It checks the link, then asks for the new password twice.
 */
export default function ResetPassword() {
  const words = useText();
  const { token = "" } = useSearch({ strict: false }) as { token?: string };
  const [link, setLink] = useState<LinkOwner | null>();
  useEffect(() => {
    let here = true;
    void call("POST", "/auth/reset-password/verify", { body: { token } }).then(
      (answer) => here && setLink(answer.ok ? answer.value : null),
    );
    return () => {
      here = false;
    };
  }, [token]);
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
  return <ChoosePassword token={token} link={link} />;
}

function ChoosePassword({ token, link }: { readonly token: string; readonly link: LinkOwner }) {
  const words = useText();
  const lng = useLanguage();
  const { history } = useRouter();
  const { values, set } = useValues({ password: "", again: "" });
  const [errors, setErrors] = useState<FormErrors>({});
  const sending = useAction({
    call: () => call("POST", "/auth/reset-password", { body: { token, password: values.password } }),
    said: () => words(link.restores ? "common:reset.restored" : "common:reset.done"),
    done: () => history.replace("/login"),
    failed: (failure) => setErrors(passwordErrors(failure, words, lng)),
  });
  const send = () => {
    const wrong = newPasswordFaults(values, words);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) sending.run(undefined);
  };
  return (
    <AccountForm
      id="reset"
      title={words("common:reset.title")}
      intro={link.restores ? words("common:reset.restores", { email: link.email }) : null}
      close="/"
      submit={words("common:reset.submit")}
      busy={sending.busy}
      errors={errors}
      onSubmit={send}
    >
      <NewPasswordFields values={values} errors={errors} set={set} />
    </AccountForm>
  );
}
