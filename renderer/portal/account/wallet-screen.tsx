import { useRouter } from "@tanstack/react-router";
import { Wallet as WalletIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import type { WalletProfile } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { startSession, useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { brand } from "../../kit/brand/brand.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { keepForSession } from "../../kit/text/cookie.ts";
import { t, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { emailProblem } from "./email-problem.ts";
import { EmailField } from "./log-in-fields.tsx";
import { OwnerDialog } from "./owner-dialog.tsx";

/**
 * The page that the wallet's app opens. The app's access token is in the hash, and the page stores it in a
 * cookie.
 */
export default function Wallet() {
  const words = useText();
  const own = useSession()?.user?.email ?? null;
  const { typed, setTyped, profile, errors, busy, send } = useWalletMatch(own);
  return (
    <>
      {own === null ? null : <OwnerDialog />}
      <AccountForm
        id="wallet"
        title={words("access:wallet.title")}
        intro={words(own === null ? "access:wallet.intro" : "access:wallet.introOwn", { email: own ?? "" })}
        back={own === null ? "/login" : "/me"}
        submit={words(own === null ? "access:wallet.enter" : "access:wallet.link")}
        busy={busy}
        errors={errors}
        onSubmit={send}
        below={
          own === null ? (
            <p className="shown">
              {words("access:wallet.notYet")}{" "}
              <PageLink to="/login" search={{ next: "/wallet" }}>
                {words("button:logIn")}
              </PageLink>
            </p>
          ) : null
        }
      >
        {profile === null ? null : (
          <p className="row shown">
            <WalletIcon size={20} aria-hidden="true" />
            <span>{[profile.name, profile.mobile].filter(Boolean).join(" · ")}</span>
          </p>
        )}
        {own === null ? (
          <EmailField
            label={words("common:login.email")}
            value={typed}
            error={errors.email}
            onValue={setTyped}
          />
        ) : null}
      </AccountForm>
    </>
  );
}

/**
 * Holds the wallet that opened this page, and links it to an account: that of the logged-in person, or that
 * of the typed e-mail address.
 */
function useWalletMatch(own: string | null) {
  const words = useText();
  const { history } = useRouter();
  const [typed, setTyped] = useState("");
  const [errors, setErrors] = useState<FormErrors>({});
  const [profile, setProfile] = useState<WalletProfile | null>(null);
  const email = (own ?? typed).trim();
  useEffect(() => {
    keepTokenOfHash();
    let here = true;
    void call("GET", "/true-money/user/profile").then((answer) => {
      if (!here) return;
      if (answer.ok) setProfile(answer.value);
      else setErrors({ form: failureText(answer.error, t) });
    });
    return () => {
      here = false;
    };
  }, []);
  const matching = useAction({
    call: async (trueMoneyId: string) => {
      const answer = await call("POST", "/auth/true-money-match", {
        body: { email, trueMoneyId },
      });
      if (!answer.ok) return answer;
      await startSession();
      return ok(answer.value);
    },
    said: () => words(own === null ? "access:wallet.entered" : "access:wallet.linked"),
    done: () => history.replace(own === null ? "/overview" : "/me/profile"),
    failed: (failure) => {
      if (failure.kind === "refused" && failure.code === "wallet-differs") history.replace("/flows/wallet");
      else setErrors({ form: failureText(failure, words) });
    },
  });
  const send = () => {
    const problem = emailProblem(email);
    setErrors(problem === null ? {} : { email: words(problem) });
    if (problem === null && profile !== null) matching.run(profile.trueMoneyId);
  };
  return { typed, setTyped, profile, errors, busy: matching.busy, send };
}

function keepTokenOfHash(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("access_token");
  if (token === null) return;
  keepForSession(`${brand()}_tmn_access_token`, token);
  window.history.replaceState(window.history.state, "", location.pathname);
}
