import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { type Session, startSession, useSession } from "../../kit/api/session.ts";
import { homeOf } from "../../kit/api/staff-places.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { emailProblem } from "./email-problem.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { safeNext } from "./safe-next.ts";
import { SocialButtons } from "./social-buttons.tsx";
import { TransferLink } from "./transfer-link.tsx";

/** Log-in; `?next=` is the page to continue to. */
export default function Login() {
  const words = useText();
  const { history } = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const [values, setValues] = useState({ email: "", password: "", twoFactor: "", code: "" });
  const [asksCode, setAsksCode] = useState(false);
  // A code from our e-mail, after too many wrong guesses at this account from anywhere.
  const [asksMailed, setAsksMailed] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));

  // A person who is logged in already, as in another tab, continues to `next`.
  const isLoggedIn = (useSession()?.user ?? null) !== null;
  const wanted = safeNext(next);
  useEffect(() => {
    if (isLoggedIn && wanted !== null) history.replace(wanted);
  }, [isLoggedIn, wanted, history]);

  const entered = (session: Session) =>
    history.replace(safeNext(next) ?? (session?.user?.role ? homeOf(session.user.role) : "/overview"));
  const sending = useAction({
    call: async (email: string) => {
      const body = {
        email,
        password: values.password,
        ...(values.twoFactor ? { twoFactor: values.twoFactor } : {}),
        ...(asksMailed ? { code: values.code } : {}),
      };
      const answer = await call("POST", "/auth/login", { body });
      if (!answer.ok) return answer;
      return ok(await startSession({ entered: true }));
    },
    done: entered,
    failed: (failure) => {
      const code = failure.kind === "refused" ? failure.code : "";
      if (code === "two-factor-needed") setAsksCode(true);
      else if (code === "login-code-needed") setAsksMailed(true);
      else setErrors({ form: failureText(failure, words) });
    },
  });
  const send = () => {
    const email = values.email.trim();
    const problem = emailProblem(email);
    const wrong = {
      ...(problem === null ? {} : { email: words(problem) }),
      ...(values.password === "" ? { password: words("common:login.passwordMissing") } : {}),
      ...(asksMailed && values.code.trim() === ""
        ? { "mailed-code": words("common:login.codeMissing") }
        : {}),
      ...(asksCode && values.twoFactor.trim() === ""
        ? { "two-factor": words("common:login.twoFactorMissing") }
        : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) sending.run(email);
  };

  return (
    <AccountForm
      id="login"
      title={words("common:login.title")}
      intro={safeNext(next) ? words("common:login.needed") : null}
      back="/"
      submit={words("common:login.submit")}
      busy={sending.busy}
      errors={errors}
      onSubmit={send}
      below={
        <>
          <PasskeyButton onEntered={entered} />
          <SocialButtons next={safeNext(next)} />
          <p className="shown">
            <PageLink to="/forgot-password">{words("register:links.forgotPassword")}</PageLink>
          </p>
          <p className="shown">
            <PageLink to="/account-recovery">{words("access:recovery.link")}</PageLink>
          </p>
          <p className="shown">
            <PageLink to="/confirm-email">{words("register:links.confirmEmail")}</PageLink>
          </p>
          <p className="mut">
            {words("register:links.noAccount")}{" "}
            <PageLink to="/invest/register">{words("register:links.signUp")}</PageLink>
          </p>
          <TransferLink />
        </>
      }
    >
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
      {asksMailed ? (
        <TextField
          id="mailed-code"
          label={words("common:login.code")}
          hint={words("common:login.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={values.code}
          error={errors["mailed-code"] ?? null}
          onValue={set("code")}
        />
      ) : null}
      {asksCode ? (
        <TextField
          id="two-factor"
          label={words("common:login.twoFactor")}
          hint={words("common:login.twoFactorHint")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus
          error={errors["two-factor"] ?? null}
          value={values.twoFactor}
          onValue={set("twoFactor")}
        />
      ) : null}
    </AccountForm>
  );
}
