import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { RecoveryOwner } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { LinkByMail } from "./link-by-mail.tsx";
import { LinkOutcome } from "./link-outcome.tsx";
import { NewPasswordFields, newPasswordFaults } from "./new-password-fields.tsx";
import { passwordErrors } from "./password-fault.ts";
import { useValues } from "./use-values.ts";

/**
 * The page for account recovery without password and phone. It first sends a link by e-mail. The link opens
 * this page again, which then asks for a recovery code.
 */
export default function AccountRecovery() {
  const { token } = useSearch({ strict: false }) as { token?: string };
  return token === undefined ? (
    <LinkByMail about="recover" path="/auth/account-recovery/start" below={<NoCodes />} />
  ) : (
    <ByLink token={token} />
  );
}

/** A link to the request form for a person who has no recovery code. */
function NoCodes() {
  const words = useText();
  return (
    <a className="link link--long" href="/flows/lost-access">
      {words("access:recovery.noCodes")}
    </a>
  );
}

function ByLink({ token }: { readonly token: string }) {
  const words = useText();
  const [owner, setOwner] = useState<RecoveryOwner | "asking" | null>("asking");
  useEffect(() => {
    let here = true;
    void call("POST", "/auth/account-recovery/verify", { body: { token } }).then(
      (answer) => here && setOwner(answer.ok ? answer.value : null),
    );
    return () => {
      here = false;
    };
  }, [token]);
  if (owner === "asking")
    return (
      <TaskPage title={words("common:recover.title")}>
        <LoadingShape rows={2} />
      </TaskPage>
    );
  if (owner === null)
    return (
      <LinkOutcome
        title={words("common:recover.title")}
        good={false}
        heading={words("common:verify.failed")}
        main={{ href: "/account-recovery", label: words("common:reset.askAgain") }}
      />
    );
  return <Recover token={token} owner={owner} />;
}

function Recover({ token, owner }: { readonly token: string; readonly owner: RecoveryOwner }) {
  const words = useText();
  const { values, set, errors, sending, withdrawing, send } = useRecovery(token, owner);
  return (
    <AccountForm
      id="recover"
      title={words("common:recover.title")}
      intro={owner.email}
      close="/"
      submit={words("access:recovery.submit")}
      busy={sending.busy}
      errors={errors}
      onSubmit={send}
      below={
        <>
          {owner.twoFactor ? (
            <a className="link link--long" href="/flows/lost-access">
              {words("access:recovery.none")}
            </a>
          ) : null}
          <Button kind="plain" wide busy={withdrawing.busy} onClick={() => withdrawing.run(undefined)}>
            {words("access:recovery.withdraw")}
          </Button>
        </>
      }
    >
      {owner.twoFactor ? (
        <TextField
          id="recovery-code"
          label={words("access:recovery.code")}
          hint={words("access:recovery.codeHint")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={values.recoveryCode}
          error={errors["recovery-code"] ?? null}
          onValue={set("recoveryCode")}
        />
      ) : null}
      <NewPasswordFields values={values} errors={errors} set={set} />
    </AccountForm>
  );
}

/**
 * Sets a new password for the account that the e-mailed link belongs to. If the account has two factors, a
 * recovery code is needed too. The person can instead withdraw the recovery request.
 */
function useRecovery(token: string, owner: RecoveryOwner) {
  const words = useText();
  const lng = useLanguage();
  const { history } = useRouter();
  const { values, set } = useValues({ password: "", again: "", recoveryCode: "" });
  const [errors, setErrors] = useState<FormErrors>({});
  const { password, recoveryCode } = values;
  const sending = useAction({
    call: () =>
      call("POST", "/auth/account-recovery", {
        body: { token, password, ...(owner.twoFactor ? { recoveryCode } : {}) },
      }),
    said: () => words("access:recovery.done"),
    done: () => history.replace("/login"),
    failed: (failure) => setErrors(passwordErrors(failure, words, lng)),
  });
  const withdrawing = useAction({
    call: () => call("POST", "/auth/account-recovery/withdraw", { body: { token } }),
    said: () => words("access:recovery.withdrawn"),
    done: () => history.replace("/login"),
    failed: (failure) => setErrors({ form: failureText(failure, words) }),
  });
  const send = () => {
    const wrong = {
      ...(owner.twoFactor && recoveryCode.trim() === ""
        ? { "recovery-code": words("access:recovery.codeMissing") }
        : {}),
      ...newPasswordFaults(values, words),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) sending.run(undefined);
  };
  return { values, set, errors, sending, withdrawing, send };
}
