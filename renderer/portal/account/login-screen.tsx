import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { type Session, startSession, useSession } from "../../kit/api/session.ts";
import { homeOf } from "../../kit/api/staff-places.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { emailProblem } from "./email-problem.ts";
import { EmailField, MailedCodeField, PasswordField } from "./log-in-fields.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { safeNext } from "./safe-next.ts";
import { SocialButtons } from "./social-buttons.tsx";
import { TransferLink } from "./transfer-link.tsx";
import { useValues } from "./use-values.ts";

/** The log-in page. `?next=` is the page to open after the log-in. */
export default function Login() {
  const words = useText();
  const { history } = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: string };
  const wanted = safeNext(next);
  const entered = (session: Session) =>
    history.replace(wanted ?? (session?.user?.role ? homeOf(session.user.role) : "/overview"));
  useContinueIfLoggedIn(wanted);
  const { values, set, asks, errors, busy, send } = useLogIn(entered);
  return (
    <AccountForm
      id="login"
      title={words("common:login.title")}
      intro={wanted ? words("common:login.needed") : null}
      back="/"
      submit={words("common:login.submit")}
      busy={busy}
      errors={errors}
      onSubmit={send}
      below={<OtherWays next={wanted} onEntered={entered} />}
    >
      <EmailField
        label={words("common:login.email")}
        value={values.email}
        error={errors.email}
        onValue={set("email")}
      />
      <PasswordField
        label={words("common:login.password")}
        value={values.password}
        error={errors.password}
        onValue={set("password")}
      />
      {asks.mailedCode ? (
        <MailedCodeField autoFocus value={values.code} error={errors["mailed-code"]} onValue={set("code")} />
      ) : null}
      {asks.twoFactor ? (
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

/** Opens the wanted page at once if the person is already logged in, for example in another tab. */
function useContinueIfLoggedIn(wanted: string | null) {
  const { history } = useRouter();
  const isLoggedIn = (useSession()?.user ?? null) !== null;
  useEffect(() => {
    if (isLoggedIn && wanted !== null) history.replace(wanted);
  }, [isLoggedIn, wanted, history]);
}

type Values = Readonly<Record<"email" | "password" | "twoFactor" | "code", string>>;

/**
 * What the server requires in addition to the password. `mailedCode` is a code sent by e-mail, required after
 * too many wrong passwords from any device.
 */
type Asks = { readonly twoFactor: boolean; readonly mailedCode: boolean };

/**
 * Holds the form of a log-in by password: the typed values, the further codes that the server requires, and
 * the call.
 */
function useLogIn(entered: (session: Session) => void) {
  const words = useText();
  const { values, set } = useValues<keyof Values>({ email: "", password: "", twoFactor: "", code: "" });
  const [asks, setAsks] = useState<Asks>({ twoFactor: false, mailedCode: false });
  const [errors, setErrors] = useState<FormErrors>({});
  const sending = useAction({
    call: async (email: string) => {
      const body = {
        email,
        password: values.password,
        ...(values.twoFactor ? { twoFactor: values.twoFactor } : {}),
        ...(asks.mailedCode ? { code: values.code } : {}),
      };
      const answer = await call("POST", "/auth/login", { body });
      if (!answer.ok) return answer;
      return ok(await startSession({ entered: true }));
    },
    done: entered,
    failed: (failure) => {
      const code = failure.kind === "refused" ? failure.code : "";
      if (code === "two-factor-needed") setAsks((before) => ({ ...before, twoFactor: true }));
      else if (code === "login-code-needed") setAsks((before) => ({ ...before, mailedCode: true }));
      else setErrors({ form: failureText(failure, words) });
    },
  });
  const send = () => {
    const wrong = logInFaults(values, asks, words);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) sending.run(values.email.trim());
  };
  return { values, set, asks, errors, busy: sending.busy, send };
}

function logInFaults(values: Values, asks: Asks, words: Translate): FormErrors {
  const problem = emailProblem(values.email.trim());
  return {
    ...(problem === null ? {} : { email: words(problem) }),
    ...(values.password === "" ? { password: words("common:login.passwordMissing") } : {}),
    ...(asks.mailedCode && values.code.trim() === ""
      ? { "mailed-code": words("common:login.codeMissing") }
      : {}),
    ...(asks.twoFactor && values.twoFactor.trim() === ""
      ? { "two-factor": words("common:login.twoFactorMissing") }
      : {}),
  };
}

/** Log-in methods without a password, and help for people who cannot log in. */
function OtherWays({
  next,
  onEntered,
}: {
  readonly next: string | null;
  readonly onEntered: (session: Session) => void;
}) {
  const words = useText();
  return (
    <>
      <PasskeyButton onEntered={onEntered} />
      <SocialButtons next={next} />
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
  );
}
