import { useSearch } from "@tanstack/react-router";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useState } from "react";
import { call, failureText } from "../../kit/api/client.ts";
import { startSession, useSession } from "../../kit/api/session.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { t, useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";

/**
 * The result of a confirmation link. `elsewhere`: the link was opened in another browser than the one used
 * for the sign-up.
 */
type Outcome = "good" | "failed" | "elsewhere";

// The results of tokens that were sent, by token. A token works only once, so it is sent only once, even if
// the page renders several times.
const asked = new Map<string, Promise<Outcome>>();

/** The page that the link in a confirmation e-mail opens. */
export default function Verify() {
  const words = useText();
  const session = useSession();
  const { token = "" } = useSearch({ strict: false }) as { token?: string };
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    let here = true;
    void confirm(token).then((result) => here && setOutcome(result));
    return () => {
      here = false;
    };
  }, [token]);
  if (outcome === "elsewhere") return <Elsewhere token={token} onDone={() => setOutcome("good")} />;
  const good = outcome === null ? null : outcome === "good";
  const title = words(
    good === null ? "common:verify.working" : good ? "common:verify.done" : "common:verify.failed",
  );
  const Sign = good ? CircleCheck : CircleX;
  return (
    <TaskPage
      title={title}
      close="/"
      dock={
        good === null ? undefined : good ? (
          <ButtonLink kind="main" wide href={session ? "/kyc" : "/login?next=/kyc"}>
            {words("common:verify.next")}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink kind="main" wide href="/confirm-email">
              {words("common:verify.again")}
            </ButtonLink>
            <ButtonLink kind="plain" wide href="/login">
              {words("button:logIn")}
            </ButtonLink>
          </>
        )
      }
    >
      {good === null ? (
        <p translate="no" className="row mut" role="status">
          <span className="spin" aria-hidden="true" /> {title}
        </p>
      ) : (
        <>
          <span className={good ? "ava ava--round ava--gain" : "ava ava--round ava--warn"}>
            <Sign size={26} aria-hidden="true" />
          </span>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="mut">{words(good ? "common:verify.doneText" : "common:verify.failedText")}</p>
          {good ? <WhatFollows /> : null}
        </>
      )}
    </TaskPage>
  );
}

const STEPS = ["confirmed", "identity", "review", "invest"] as const;

/** The steps until the first investment, completed and remaining. */
function WhatFollows() {
  const words = useText();
  return (
    <section className="shown" aria-labelledby="next">
      <div className="sechead">
        <h2 id="next">{words("common:flow.next")}</h2>
      </div>
      <Timeline
        of={STEPS.map((step, at) => ({
          key: step,
          state: at === 0 ? "done" : at === 1 ? "now" : "later",
          title: words(`common:verify.steps.${step}.title`),
          ...(at === 0 ? {} : { detail: words(`common:verify.steps.${step}.detail`) }),
        }))}
      />
    </section>
  );
}

/**
 * Asks for the password of the sign-up. Someone may have signed up with another person's address; the owner
 * of the mailbox must not confirm that account by accident.
 */
function Elsewhere({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const words = useText();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<FormErrors>({});
  const sending = useAction({
    call: () => call("POST", "/auth/verify", { body: { token, password } }),
    said: () => words("common:verify.done"),
    done: onDone,
    failed: (failure) => {
      const wrong = failure.kind === "refused" && failure.fields.length > 0;
      setErrors(
        wrong ? { password: words("warning:errors.password-wrong") } : { form: failureText(failure, words) },
      );
    },
  });
  const send = () => {
    if (password === "") setErrors({ password: words("warning:errors.password-needed") });
    else sending.run(undefined);
  };
  return (
    <AccountForm
      id="elsewhere"
      title={words("common:verify.elsewhere.title")}
      intro={words("common:verify.elsewhere.intro")}
      close="/"
      submit={words("common:verify.elsewhere.submit")}
      busy={sending.busy}
      errors={errors}
      onSubmit={send}
      below={
        <>
          <p className="mut shown">{words("common:verify.elsewhere.notMe")}</p>
          <PageLink className="link" to="/forgot-password">
            {words("common:verify.elsewhere.forgot")}
          </PageLink>
        </>
      }
    >
      <TextField
        id="password"
        type="password"
        label={words("common:verify.elsewhere.password")}
        autoComplete="current-password"
        value={password}
        error={errors.password ?? null}
        onValue={setPassword}
      />
    </AccountForm>
  );
}

function confirm(token: string): Promise<Outcome> {
  const known = asked.get(token);
  if (known) return known;
  const asking = call("POST", "/auth/verify", { body: { token } }).then(async (answer) => {
    if (answer.ok) {
      toast({ tone: "gain", text: t("common:verify.done") });
      await startSession({ entered: true });
    }
    if (!answer.ok && answer.error.kind === "offline") asked.delete(token);
    if (answer.ok) return "good";
    return answer.error.kind === "refused" && answer.error.code === "password-needed"
      ? "elsewhere"
      : "failed";
  });
  asked.set(token, asking);
  return asking;
}
