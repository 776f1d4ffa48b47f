import { useState } from "react";
import type { OtpSent } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useSecondsUntil } from "../../kit/parts/use-seconds-until.ts";
import { formatCountdown } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { match, type Proof } from "./social.ts";

/** For an e-mail that already has an account: its password or a code to its mailbox proves ownership and links both. */
export function LinkAccount({
  proof,
  email,
  title,
  onDone,
}: {
  readonly proof: Proof;
  readonly email: string;
  readonly title: string;
  readonly onDone: () => Promise<void>;
}) {
  const words = useText();
  const [values, setValues] = useState({ password: "", code: "", emailCode: "", twoFactor: "" });
  const [asks, setAsks] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState<OtpSent | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const left = useSecondsUntil(sent?.resendAt ?? null);
  const byMail = sent !== null;
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const mailing = useAction({
    call: () =>
      call("POST", "/auth/send-otp", {
        body: { channel: "email", action: "link-account", email },
      }),
    done: (answer) => {
      setErrors({});
      setSent(answer);
    },
    failed: (failure) => setErrors({ form: failureText(failure, words) }),
  });
  const linking = useAction({
    call: () =>
      match(proof, {
        ...(byMail ? { emailCode: values.emailCode.replaceAll(/\s/g, "") } : { password: values.password }),
        ...(asks.has("code") ? { code: values.code } : {}),
        ...(asks.has("twoFactor") ? { twoFactor: values.twoFactor } : {}),
      }),
    said: () => words("access:social.link.done"),
    done: onDone,
    failed: (failure) => {
      const code = failure.kind === "refused" ? failure.code : "";
      if (code === "login-code-needed") setAsks(new Set([...asks, "code"]));
      else if (code === "two-factor-needed") setAsks(new Set([...asks, "twoFactor"]));
      else if (code === "code-wrong") setErrors({ "email-code": failureText(failure, words) });
      else setErrors({ form: failureText(failure, words) });
    },
  });
  const send = () => {
    const wrong = byMail
      ? values.emailCode.trim() === ""
        ? { "email-code": words("common:login.codeMissing") }
        : {}
      : values.password === ""
        ? { password: words("common:login.passwordMissing") }
        : {};
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) linking.run(undefined);
  };
  return (
    <AccountForm
      id="link"
      title={title}
      intro={words("access:social.link.intro", { email })}
      close="/login"
      submit={words("access:social.link.submit")}
      busy={linking.busy}
      errors={errors}
      onSubmit={send}
      below={
        <div className="shown gap8">
          {byMail && left > 0 ? (
            <p className="mut s14">
              {words("common:flow.resendIn")}{" "}
              <b translate="no" className="num">
                {formatCountdown(left)}
              </b>
            </p>
          ) : (
            <Button kind="soft" wide busy={mailing.busy} onClick={() => mailing.run(undefined)}>
              {words(byMail ? "common:flow.resend" : "access:social.link.byMail")}
            </Button>
          )}
        </div>
      }
    >
      {byMail ? (
        <TextField
          key="email-code"
          id="email-code"
          label={words("common:flow.code")}
          hint={`${words("common:flow.sentTo")} ${sent.to} · ${words("common:flow.reference")} ${sent.reference}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={values.emailCode}
          error={errors["email-code"] ?? null}
          onValue={set("emailCode")}
        />
      ) : (
        <TextField
          key="password"
          id="password"
          type="password"
          label={words("access:social.link.password")}
          autoComplete="current-password"
          value={values.password}
          error={errors.password ?? null}
          onValue={set("password")}
        />
      )}
      {asks.has("code") ? (
        <TextField
          id="mailed-code"
          label={words("common:login.code")}
          hint={words("common:login.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={values.code}
          onValue={set("code")}
        />
      ) : null}
      {asks.has("twoFactor") ? (
        <TextField
          id="two-factor"
          label={words("common:login.twoFactor")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={values.twoFactor}
          onValue={set("twoFactor")}
        />
      ) : null}
    </AccountForm>
  );
}
