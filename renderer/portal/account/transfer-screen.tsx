import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Brand, brandFactsOf, otherBrands } from "../../../domain/brands.ts";
import { ok } from "../../../engine/values/result.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { startSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { brand, brandFacts } from "../../kit/brand/brand.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { Agreements } from "./agreements.tsx";
import { emailProblem } from "./email-problem.ts";
import { AuthenticatorCodeField, EmailField, MailedCodeField, PasswordField } from "./log-in-fields.tsx";
import { useAgreements } from "./use-agreements.ts";
import { useValues } from "./use-values.ts";
import "../../flow/flow.css";

/**
 * The page on which a customer of another brand (`?from=`) logs in with that brand's account and agrees to
 * this brand's documents.
 */
export default function Transfer() {
  const words = useText();
  const { from } = useSearch({ strict: false }) as { from?: string };
  const others = otherBrands(brand());
  const product = others.find((other) => other === from) ?? others[0] ?? brand();
  const names = { there: brandFactsOf(product).name, here: brandFacts().name };
  const { values, set, asks, errors, agreements, busy, send } = useTransfer(product);
  return (
    <AccountForm
      id="transfer"
      title={words("access:transfer.title", names)}
      intro={words(asks.has("consents") ? "access:transfer.agree" : "access:transfer.intro", names)}
      back="/login"
      submit={words("access:transfer.submit", names)}
      busy={busy}
      errors={errors}
      onSubmit={send}
      below={
        <p className="shown">
          <PageLink to="/forgot-password">{words("register:links.forgotPassword")}</PageLink>
        </p>
      }
    >
      <EmailField
        label={words("access:transfer.email", names)}
        value={values.email}
        error={errors.email}
        onValue={set("email")}
      />
      <PasswordField
        label={words("access:transfer.password", names)}
        value={values.password}
        error={errors.password}
        onValue={set("password")}
      />
      {asks.has("code") ? <MailedCodeField value={values.code} onValue={set("code")} /> : null}
      {asks.has("two-factor") ? (
        <AuthenticatorCodeField value={values.twoFactor} onValue={set("twoFactor")} />
      ) : null}
      {asks.has("consents") ? <Agreements {...agreements} /> : null}
    </AccountForm>
  );
}

/**
 * Holds the log-in with the other brand's account: the typed values, what the server requires in addition to
 * the password, and the call.
 */
function useTransfer(product: Brand) {
  const words = useText();
  const { history } = useRouter();
  const { values, set } = useValues({ email: "", password: "", code: "", twoFactor: "" });
  const [asks, setAsks] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<FormErrors>({});
  const agreements = useAgreements();
  const sending = useAction({
    call: async () => {
      const body = {
        email: values.email.trim(),
        password: values.password,
        ...(asks.has("code") ? { code: values.code } : {}),
        ...(asks.has("two-factor") ? { twoFactor: values.twoFactor } : {}),
        ...(asks.has("consents") ? { consents: agreements.consents } : {}),
      };
      const answer = await call("POST", `/transfer/login-with-${product}`, { body });
      if (!answer.ok) return answer;
      return ok(await startSession({ entered: true }));
    },
    done: () => history.replace("/overview"),
    failed: (failure) => {
      const code = failure.kind === "refused" ? failure.code : "";
      const asked = {
        "login-code-needed": "code",
        "two-factor-needed": "two-factor",
        "consents-missing": "consents",
      }[code];
      if (asked !== undefined && !asks.has(asked)) setAsks(new Set([...asks, asked]));
      else setErrors({ form: failureText(failure, words) });
    },
  });
  const send = () => {
    const problem = emailProblem(values.email.trim());
    const wrong = {
      ...(problem === null ? {} : { email: words(problem) }),
      ...(values.password === "" ? { password: words("common:login.passwordMissing") } : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || (asks.has("consents") && !agreements.complete())) return;
    sending.run(undefined);
  };
  return { values, set, asks, errors, agreements, busy: sending.busy, send };
}
