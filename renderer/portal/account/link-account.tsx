import { useState } from "react";
import type { OtpSent } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useSecondsUntil } from "../../kit/parts/use-seconds-until.ts";
import { formatCountdown } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { AuthenticatorCodeField, MailedCodeField, PasswordField } from "./log-in-fields.tsx";
import { match, type Proof } from "./social.ts";
import { useValues } from "./use-values.ts";

/**
 * A form for a log-in by a provider, such as Google, whose e-mail address already has an account. The person
 * proves ownership with the account's password or with a code sent by e-mail. The provider's log-in is then
 * linked to the account.
 */
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
  const { values, set, asks, sent, errors, mailing, linking, send } = useLinking({ proof, email, onDone });
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
      below={<SendByMail sent={sent} busy={mailing.busy} send={() => mailing.run(undefined)} />}
    >
      {sent === null ? (
        <PasswordField
          key="password"
          label={words("access:social.link.password")}
          value={values.password}
          error={errors.password}
          onValue={set("password")}
        />
      ) : (
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
      )}
      {asks.has("code") ? <MailedCodeField value={values.code} onValue={set("code")} /> : null}
      {asks.has("twoFactor") ? (
        <AuthenticatorCodeField autoFocus value={values.twoFactor} onValue={set("twoFactor")} />
      ) : null}
    </AccountForm>
  );
}

/**
 * Holds the two possible proofs (the password, and the code sent by e-mail) with their calls. If the account
 * is locked, more codes are needed.
 */
function useLinking({
  proof,
  email,
  onDone,
}: {
  readonly proof: Proof;
  readonly email: string;
  readonly onDone: () => Promise<void>;
}) {
  const words = useText();
  const { values, set } = useValues({ password: "", code: "", emailCode: "", twoFactor: "" });
  const [asks, setAsks] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState<OtpSent | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const byMail = sent !== null;
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
    const wrong = linkingFaults({ byMail, ...values }, words);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) linking.run(undefined);
  };
  return { values, set, asks, sent, errors, mailing, linking, send };
}

function linkingFaults(
  of: { readonly byMail: boolean; readonly emailCode: string; readonly password: string },
  words: Translate,
): FormErrors {
  if (of.byMail) return of.emailCode.trim() === "" ? { "email-code": words("common:login.codeMissing") } : {};
  return of.password === "" ? { password: words("common:login.passwordMissing") } : {};
}

/** Sends the code by e-mail. After a pause, the person can have another code sent. */
function SendByMail({
  sent,
  busy,
  send,
}: {
  readonly sent: OtpSent | null;
  readonly busy: boolean;
  readonly send: () => void;
}) {
  const words = useText();
  const left = useSecondsUntil(sent?.resendAt ?? null);
  return (
    <div className="shown gap8">
      {sent !== null && left > 0 ? (
        <p className="mut s14">
          {words("common:flow.resendIn")}{" "}
          <b translate="no" className="num">
            {formatCountdown(left)}
          </b>
        </p>
      ) : (
        <Button kind="soft" wide busy={busy} onClick={send}>
          {words(sent === null ? "access:social.link.byMail" : "common:flow.resend")}
        </Button>
      )}
    </div>
  );
}
