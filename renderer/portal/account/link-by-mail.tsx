import { Timer } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call, failureText } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { useSecondsUntil } from "../../kit/parts/use-seconds-until.ts";
import { formatCountdown } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { emailProblem } from "./email-problem.ts";

/** Pause in milliseconds between e-mails. The server sends one e-mail a minute. */
const PAUSE_MS = 60_000;

/** Key of the page's texts in `common`. */
type About = "forgot" | "confirm" | "recover";

/**
 * Requests an e-mail with a link. After a minute, another e-mail can be requested. The page looks the same
 * whether or not the address has an account. `about` is the key of the page's texts in `common`: `title`,
 * `intro`, `submit`, `sent`, `sentText`.
 */
export function LinkByMail({
  about,
  path,
  below,
}: {
  readonly about: About;
  readonly path: "/auth/forget-password" | "/auth/verify/send-again" | "/auth/account-recovery/start";
  /** Content below the form, such as a link to another method. */
  readonly below?: ReactNode;
}) {
  const words = useText();
  const own = useSession()?.user?.email ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [nextAt, setNextAt] = useState<string | null>(null);
  const email = (typed ?? own).trim();
  const sending = useAction({
    call: () => call("POST", path, { body: { email } }),
    done: () => setNextAt(new Date(Date.now() + PAUSE_MS).toISOString()),
    failed: (failure) => setErrors({ form: failureText(failure, words) }),
  });
  const send = () => {
    const problem = emailProblem(email);
    setErrors(problem === null ? {} : { email: words(problem) });
    if (problem === null) sending.run(undefined);
  };
  if (nextAt !== null)
    return (
      <MailSent about={about} email={email} error={errors.form} onOtherAddress={() => setNextAt(null)}>
        <SendAgain nextAt={nextAt} busy={sending.busy} send={send} />
      </MailSent>
    );
  return (
    <AccountForm
      id="link-by-mail"
      title={words(`common:${about}.title`)}
      intro={words(`common:${about}.intro`)}
      back="/login"
      submit={words(`common:${about}.submit`)}
      busy={sending.busy}
      errors={errors}
      onSubmit={send}
      below={below}
    >
      <TextField
        id="email"
        type="email"
        label={words("common:login.email")}
        autoComplete="email"
        autoCapitalize="none"
        value={typed ?? own}
        error={errors.email ?? null}
        onValue={setTyped}
      />
    </AccountForm>
  );
}

/** Confirms that the e-mail was sent, and shows its address. */
function MailSent({
  about,
  email,
  error,
  onOtherAddress,
  children,
}: {
  readonly about: About;
  readonly email: string;
  readonly error: string | undefined;
  readonly onOtherAddress: () => void;
  /** Controls that request another e-mail. */
  readonly children: ReactNode;
}) {
  const words = useText();
  return (
    <TaskPage
      title={words(`common:${about}.title`)}
      close="/"
      dock={
        <ButtonLink kind="main" wide href="/login">
          {words("button:logIn")}
        </ButtonLink>
      }
    >
      <h1 tabIndex={-1}>{words(`common:${about}.sent`)}</h1>
      <p translate="no" className="mut" role="status">
        {words(`common:${about}.sentText`, { email })}
      </p>
      {error ? <p className="err">{error}</p> : null}
      <div className="gap8 shown">
        {children}
        <button type="button" className="link" onClick={onOtherAddress}>
          {words("common:linkMail.otherAddress")}
        </button>
      </div>
    </TaskPage>
  );
}

function SendAgain({
  nextAt,
  busy,
  send,
}: {
  /** Earliest time at which another e-mail can be requested. */
  readonly nextAt: string;
  readonly busy: boolean;
  readonly send: () => void;
}) {
  const words = useText();
  const left = useSecondsUntil(nextAt);
  return left > 0 ? (
    <p className="row mut s14">
      <Timer size={16} aria-hidden="true" />
      <span>
        {words("common:linkMail.againIn")}{" "}
        <b translate="no" className="num">
          {formatCountdown(left)}
        </b>
      </span>
    </p>
  ) : (
    <Button kind="soft" wide busy={busy} onClick={send}>
      {words("common:linkMail.again")}
    </Button>
  );
}
