import { useRouter } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type ApiFailure, failureText } from "../../kit/api/client.ts";
import { startSession } from "../../kit/api/session.ts";
import { rememberProvider } from "../../kit/api/social-hint.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { AccountForm, type FormErrors } from "./account-form.tsx";
import { Agreements } from "./agreements.tsx";
import { LinkAccount } from "./link-account.tsx";
import { safeNext } from "./safe-next.ts";
import { comeBack, forgetVisit, match, type Proof, type Provider } from "./social.ts";
import { useAgreements } from "./use-agreements.ts";
import "../../flow/flow.css";

/** The state of a log-in when the person comes back from a social provider. */
type State =
  | { readonly kind: "working" }
  | { readonly kind: "agree" }
  | { readonly kind: "link"; readonly email: string }
  | { readonly kind: "failed"; readonly failure: ApiFailure | null };

// The answer for the provider's proof. It is kept outside the component, so that the proof is sent only once.
let brought: { readonly text: string; readonly answer: ReturnType<typeof match> } | null = null;

/** The page that Google and Apple return to. It logs the person in, or asks for data that is missing. */
export default function SocialReturn() {
  const words = useText();
  const { history } = useRouter();
  const provider: Provider = location.pathname.endsWith("/apple") ? "apple" : "google";
  const [proof] = useState(() => readProof(provider));
  const [state, setState] = useState<State>(
    proof === null ? { kind: "failed", failure: null } : { kind: "working" },
  );
  const failed = (failure: ApiFailure) => {
    const code = failure.kind === "refused" ? failure.code : "";
    if (code === "consents-missing") setState({ kind: "agree" });
    else if (code === "link-needed" && failure.kind === "refused")
      setState({ kind: "link", email: String(failure.params.email ?? "") });
    else setState({ kind: "failed", failure });
  };
  const entered = async (isNew = false) => {
    forgetVisit();
    rememberProvider(provider);
    await startSession({ entered: true });
    const next = safeNext(proof?.visit.next ?? undefined);
    history.replace(next ?? (isNew ? "/kyc" : "/overview"));
  };
  const answered = useEffectEvent((answer: Awaited<ReturnType<typeof match>>) => {
    if (answer.ok) void entered();
    else failed(answer.error);
  });
  // Sends the provider's proof once for each visit.
  useEffect(() => {
    if (proof === null) return;
    // The token and the code must not stay in the address, because the history or a shared link would contain
    // them.
    window.history.replaceState(window.history.state, "", location.pathname);
    brought = brought?.text === proof.text ? brought : { text: proof.text, answer: match(proof, {}) };
    let here = true;
    void brought.answer.then((answer) => {
      if (here) answered(answer);
    });
    return () => {
      here = false;
    };
  }, [proof]);

  const title = words(`access:social.with.${provider}`);
  if (state.kind === "working")
    return (
      <TaskPage title={title}>
        <p translate="no" className="row mut" role="status">
          <span className="spin" aria-hidden="true" /> {words("access:social.working")}
        </p>
      </TaskPage>
    );
  if (state.kind === "failed" || proof === null)
    return <NoEntry title={title} failure={state.kind === "failed" ? state.failure : null} />;
  if (state.kind === "link")
    return <LinkAccount proof={proof} email={state.email} title={title} onDone={() => entered()} />;
  return <Agree proof={proof} title={title} onDone={() => entered(true)} onFailed={failed} />;
}

/**
 * Shows that the log-in through a provider failed. `failure` is `null` if this browser started no such
 * log-in.
 */
function NoEntry({ title, failure }: { readonly title: string; readonly failure: ApiFailure | null }) {
  const words = useText();
  return (
    <TaskPage
      title={title}
      close="/"
      dock={
        <ButtonLink kind="main" wide href="/login">
          {words("access:social.again")}
        </ButtonLink>
      }
    >
      <span className="ava ava--round ava--warn">
        <CircleX size={26} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>{words("access:social.failed")}</h1>
      <p className="mut">
        {failure === null ? words("warning:errors.social-invalid") : failureText(failure, words)}
      </p>
    </TaskPage>
  );
}

/** Asks a new customer to agree to the three documents, and optionally for a sale code. */
function Agree({
  proof,
  title,
  onDone,
  onFailed,
}: {
  readonly proof: Proof;
  readonly title: string;
  readonly onDone: () => Promise<void>;
  readonly onFailed: (failure: ApiFailure) => void;
}) {
  const words = useText();
  const agreements = useAgreements();
  const [saleCode, setSaleCode] = useState("");
  const [errors, setErrors] = useState<FormErrors>({});
  const sending = useAction({
    call: () =>
      match(proof, {
        consents: agreements.consents,
        ...(saleCode.trim() === "" ? {} : { saleCode: saleCode.trim() }),
      }),
    done: onDone,
    failed: (failure) => {
      if (failure.kind === "refused" && failure.code === "sale-code")
        setErrors({ "sale-code": words("form:common.sale-code.errors.pattern") });
      else onFailed(failure);
    },
  });
  return (
    <AccountForm
      id="agree"
      title={title}
      intro={words("access:social.agree.intro")}
      close="/"
      submit={words("register:sign-up.create.submit")}
      busy={sending.busy}
      errors={errors}
      onSubmit={() => {
        setErrors({});
        if (agreements.complete()) sending.run(undefined);
      }}
    >
      <TextField
        id="sale-code"
        label={words("form:common.sale-code.label")}
        optional={words("form:optional")}
        autoCapitalize="characters"
        autoComplete="off"
        value={saleCode}
        error={errors["sale-code"] ?? null}
        onValue={setSaleCode}
      />
      <Agreements {...agreements} />
    </AccountForm>
  );
}

/**
 * Reads the provider's proof from the address. Google answers in the hash, which no server sees. Apple sends
 * a form, which our server turns into a query.
 */
function readProof(provider: Provider): Proof | null {
  const given =
    provider === "google"
      ? new URLSearchParams(location.hash.slice(1))
      : new URLSearchParams(location.search);
  const visit = comeBack(provider, given.get("state"));
  const text = given.get(provider === "google" ? "id_token" : "code");
  return visit === null || text === null ? null : { visit, text };
}
