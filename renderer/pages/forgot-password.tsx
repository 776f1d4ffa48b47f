import { useState } from "react";
import { call, failureText } from "../api/client.ts";
import { ButtonLink } from "../parts/button.tsx";
import { TextField } from "../parts/text-field.tsx";
import { TaskPage } from "../shell/pages.tsx";
import { useText } from "../text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { emailProblem } from "./email-problem.ts";

/** Asks for a link to set a new password. The answer is the same for a known and an unknown address. */
export default function ForgotPassword() {
  const words = useText();
  const [typed, setTyped] = useState("");
  const [errors, setErrors] = useState<FormErrors>({});
  const [state, setState] = useState<"asking" | "sending" | "sent">("asking");
  const email = typed.trim();
  const send = async () => {
    const problem = emailProblem(email);
    if (problem !== null) return setErrors({ email: words(problem) });
    setState("sending");
    setErrors({});
    const answer = await call("POST", "/auth/forget-password", { body: { email } });
    if (!answer.ok) setErrors({ form: failureText(answer.error, words) });
    setState(answer.ok ? "sent" : "asking");
  };
  if (state === "sent")
    return (
      <TaskPage
        title={words("common:forgot.title")}
        close="/"
        dock={
          <ButtonLink kind="main" wide href="/login">
            {words("button:logIn")}
          </ButtonLink>
        }
      >
        <h1 tabIndex={-1}>{words("common:forgot.sent")}</h1>
        <p className="mut">{words("common:forgot.sentText", { email })}</p>
      </TaskPage>
    );
  return (
    <AccountForm
      id="forgot"
      title={words("common:forgot.title")}
      intro={words("common:forgot.intro")}
      back="/login"
      submit={words("common:forgot.submit")}
      busy={state === "sending"}
      errors={errors}
      onSubmit={send}
    >
      <TextField
        id="email"
        type="email"
        label={words("common:login.email")}
        autoComplete="email"
        autoCapitalize="none"
        value={typed}
        error={errors.email ?? null}
        onValue={setTyped}
      />
    </AccountForm>
  );
}
