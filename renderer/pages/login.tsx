import { useRouter, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { isEmail } from "../../engine/values/email.ts";
import { call, failureText } from "../api/client.ts";
import { queryClient } from "../api/query.ts";
import { startSession } from "../api/session.ts";
import "../flow/flow.css";
import { Button } from "../parts/button.tsx";
import { Note } from "../parts/note.tsx";
import { TextField } from "../parts/text-field.tsx";
import { TaskPage } from "../shell/pages.tsx";
import { useText } from "../text/i18n.ts";
import { safeNext } from "./safe-next.ts";

/** Log-in; `?next=` says where she wanted to go. */
export default function Login() {
  const words = useText();
  const { history } = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const [values, setValues] = useState({ email: "", password: "", twoFactor: "" });
  const [asksCode, setAsksCode] = useState(false);
  const [errors, setErrors] = useState<{ email?: string; password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const email = values.email.trim();
    const wrong = {
      ...(email === ""
        ? { email: words("common:login.emailMissing") }
        : isEmail(email)
          ? {}
          : { email: words("common:login.emailWrong") }),
      ...(values.password === "" ? { password: words("common:login.passwordMissing") } : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      document.getElementById("email" in wrong ? "email" : "password")?.focus();
      return;
    }
    setBusy(true);
    const body = {
      email,
      password: values.password,
      ...(values.twoFactor ? { twoFactor: values.twoFactor } : {}),
    };
    const answer = await call("POST", "/auth/login", { body });
    if (!answer.ok) {
      setBusy(false);
      if (answer.error.kind === "refused" && /two-factor|twoFactor/.test(answer.error.code))
        setAsksCode(true);
      setErrors({ form: failureText(answer.error, words) });
      document.getElementById("login-error")?.focus();
      return;
    }
    queryClient.clear();
    const session = await startSession();
    setBusy(false);
    history.replace(safeNext(next) ?? (session?.user?.role ? "/staff/reviews" : "/overview"));
  };

  return (
    <TaskPage
      title={words("common:login.title")}
      back="/"
      dock={
        <Button kind="main" wide type="submit" form="login" busy={busy}>
          {words("common:login.submit")}
        </Button>
      }
    >
      <h1 tabIndex={-1}>{words("common:login.title")}</h1>
      {safeNext(next) ? <p className="mut intro">{words("common:login.needed")}</p> : null}
      <div id="login-error" tabIndex={-1}>
        {errors.form ? (
          <div className="shown">
            <Note tone="loss" role="alert">
              {errors.form}
            </Note>
          </div>
        ) : null}
      </div>
      <form id="login" noValidate onSubmit={(event) => void send(event)}>
        <TextField
          id="email"
          type="email"
          label={words("common:login.email")}
          autoComplete="username"
          autoCapitalize="none"
          value={values.email}
          error={errors.email ?? null}
          onValue={set("email")}
        />
        <TextField
          id="password"
          type="password"
          label={words("common:login.password")}
          autoComplete="current-password"
          value={values.password}
          error={errors.password ?? null}
          onValue={set("password")}
        />
        {asksCode ? (
          <TextField
            id="two-factor"
            label={words("common:login.twoFactor")}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={values.twoFactor}
            onValue={set("twoFactor")}
          />
        ) : null}
        <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
      </form>
      <p className="shown">
        <a href="/forgot-password">{words("register:links.forgotPassword")}</a>
      </p>
      <p className="mut">
        {words("register:links.noAccount")} <a href="/invest/register">{words("register:links.signUp")}</a>
      </p>
    </TaskPage>
  );
}
