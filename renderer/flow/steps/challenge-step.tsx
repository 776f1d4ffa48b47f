import { Timer } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ChallengeStep as ChallengeFile } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { OtpSent } from "../../kit/api/answers.ts";
import { failureText } from "../../kit/api/client.ts";
import { dropForVisit, keepForVisit, keptForVisit, SENT_CODE } from "../../kit/api/drafts.ts";
import { sayWrongCode } from "../../kit/api/say-wrong-code.ts";
import { dropToast, toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { FieldError } from "../../kit/parts/fields.tsx";
import { useSecondsUntil } from "../../kit/parts/use-seconds-until.ts";
import { formatCountdown, formatDate, formatTime } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { useFlowBackend } from "../flow-backend.ts";
import { type Submitted, sayFailure } from "../use-flow.ts";
import { CodeInput } from "../widgets/code-input.tsx";
import { StepFrame } from "./step-frame.tsx";
import type { StepProps } from "./step-props.ts";
import { stepText } from "./step-text.ts";

const LABELS = { pin: "common:flow.pin", totp: "common:flow.totp", otp: "common:flow.code" } as const;

/**
 * A screen that asks for six digits to confirm the reviewed values: a one-time password, a PIN or an
 * authenticator code.
 */
export function ChallengeStep(props: ChallengeProps) {
  const { view, step, definition, progress, busy, back } = props;
  const words = useText();
  const { challenge } = definition.flow.steps[step] as ChallengeFile;
  const otp = useOtp({ instance: view.id, step, wanted: challenge === "otp" });
  const { digits, error, type, send } = useCode(props, otp.forget);
  return (
    <StepFrame
      definition={definition}
      step={step}
      progress={progress}
      back={back}
      dock={
        <Button kind="main" wide busy={busy} type="submit" form="challenge">
          {stepText(definition, step, "submit")}
        </Button>
      }
    >
      <form
        id="challenge"
        className="challenge"
        onSubmit={(event) => {
          event.preventDefault();
          void send(digits);
        }}
      >
        {challenge === "otp" ? <SentTo otp={otp} /> : null}
        <label htmlFor="code">{words(LABELS[challenge])}</label>
        {challenge === "pin" ? <p className="hint">{words("common:flow.pinOrApp")}</p> : null}
        <CodeInput
          id="code"
          value={digits}
          hidden={challenge === "pin"}
          oneTime={challenge !== "pin"}
          bad={error !== null}
          describedBy={error ? "code-error" : undefined}
          autoFocus
          onChange={type}
        />
        <div translate="no" aria-live="assertive">
          <FieldError id="code" error={error} />
        </div>
        {challenge === "otp" ? <Resend otp={otp} /> : null}
      </form>
    </StepFrame>
  );
}

type ChallengeProps = Pick<
  StepProps,
  "view" | "definition" | "progress" | "busy" | "back" | "submit" | "onTaken"
> & { readonly step: string };

/**
 * Holds the typed digits and their error, and submits them. `onUsedUp` is called when no further code may be
 * tried.
 */
function useCode({ step, busy, submit, onTaken }: ChallengeProps, onUsedUp: () => void) {
  const words = useText();
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string | null>(null);
  // The next step must not show this step's error.
  useEffect(() => () => dropToast("code"), []);

  const send = async (code: string) => {
    if (code.length < 6) {
      // After a refused code, the field is empty and its error is shown. If the person then presses the
      // button, that error must stay.
      if (code !== "" || error === null) setError(words("common:flow.sixDigits"));
      document.getElementById("code")?.focus();
      return;
    }
    const outcome = await submit(step, { code });
    if (outcome === null) return;
    if (outcome.kind === "taken") {
      // The server also accepts a wrong code as an answer. The position then stays the same and has the
      // error.
      if (outcome.view.at.step !== step) {
        // The code was accepted, or no attempts are left. In both cases the code is used up, and the next
        // visit requests another one.
        onUsedUp();
        return onTaken(outcome.view);
      }
      setError(words("common:flow.wrongCode"));
      toast({ id: "code", tone: "loss", text: words("common:flow.wrongCode") });
    } else if (outcome.kind === "refused") {
      setError(wrongText(outcome, words));
      sayWrongCode(outcome.failure);
    } else {
      sayFailure(outcome.failure);
      return;
    }
    setDigits("");
    document.getElementById("code")?.focus();
  };
  const type = (next: string) => {
    setDigits(next);
    if (next !== "") setError(null);
    // The sixth digit submits automatically, because nothing else is left to do.
    if (next.length === 6 && digits.length < 6 && !busy) void send(next);
  };
  return { digits, error, type, send };
}

/**
 * Returns the error text of a rejected code, with the number of attempts left if the server sent that number.
 */
function wrongText(outcome: Extract<Submitted, { kind: "refused" }>, words: Translate): string {
  const left = outcome.failure.kind === "refused" ? outcome.failure.params.triesLeft : undefined;
  const said = outcome.errors[0]?.text ?? outcome.message;
  return typeof left === "number" ? `${said} ${words("common:flow.triesLeft", { count: left })}` : said;
}

type Otp = {
  readonly sent: OtpSent | null;
  readonly problem: string | null;
  readonly sending: boolean;
  /** Earliest time at which the next code can be requested. */
  readonly nextAt: string | null;
  readonly send: () => void;
  readonly forget: () => void;
};

function useOtp({ instance, step, wanted }: { instance: string; step: string; wanted: boolean }): Otp {
  const words = useText();
  const backend = useFlowBackend();
  const place = `${SENT_CODE}${instance}:${step}`;
  const [sent, setSent] = useState<OtpSent | null>(() => stillGood(keptForVisit(place)));
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [refusedUntil, setRefusedUntil] = useState<string | null>(null);
  const asked = useRef(sent !== null);
  const send = useCallback(async () => {
    setSending(true);
    setProblem(null);
    const answer = await backend.sendCode(instance, step);
    setSending(false);
    if (answer.ok) {
      setSent(answer.value);
      keepForVisit(place, answer.value);
      setRefusedUntil(null);
    } else {
      const until = answer.error.kind === "refused" ? answer.error.params.at : undefined;
      setRefusedUntil(typeof until === "string" ? until : null);
      setProblem(failureText(answer.error, words));
      sayWrongCode(answer.error);
    }
  }, [backend, instance, step, place, words]);
  useEffect(() => {
    if (!wanted || asked.current) return;
    asked.current = true;
    void send();
  }, [wanted, send]);
  return {
    sent,
    problem,
    sending,
    nextAt: refusedUntil ?? sent?.resendAt ?? null,
    send: () => void send(),
    forget: () => dropForVisit(place),
  };
}

function SentTo({ otp }: { readonly otp: Otp }) {
  const words = useText();
  return (
    <div translate="no" aria-live="polite">
      {otp.sent ? (
        <>
          <p className="mut">
            {words("common:flow.sentTo")}{" "}
            <b translate="no" className="num ink">
              {otp.sent.to}
            </b>
          </p>
          <p className="sunken row between">
            <span className="mut">{words("common:flow.reference")}</span>
            <b translate="no" className="num s18">
              {otp.sent.reference}
            </b>
          </p>
        </>
      ) : otp.problem ? null : (
        <p className="mut row">
          <span className="spin" aria-hidden="true" /> {words("common:flow.sendingCode")}
        </p>
      )}
      <FieldError id="send" error={otp.problem} />
    </div>
  );
}

function Resend({ otp }: { readonly otp: Otp }) {
  const words = useText();
  const left = useSecondsUntil(otp.nextAt);
  return (
    <div className="row between wraps resend">
      <span className="s14 mut">
        {otp.sent ? words("common:flow.goodUntil", { time: formatTime(otp.sent.expiresAt) }) : null}
      </span>
      {otp.nextAt !== null && left > LONG_WAIT_S ? (
        <span className="s14 mut">
          {words("common:flow.resendFrom", { time: formatTime(otp.nextAt), date: formatDate(otp.nextAt) })}
        </span>
      ) : left > 0 ? (
        <span className="s14 mut row">
          <Timer size={16} aria-hidden="true" />
          <span>
            {words("common:flow.resendIn")}{" "}
            <b translate="no" className="num ink">
              {formatCountdown(left)}
            </b>
          </span>
        </span>
      ) : (
        <button type="button" className="link" disabled={otp.sending} onClick={otp.send}>
          {words("common:flow.resend")}
        </button>
      )}
    </div>
  );
}

// Waiting time in seconds above which a clock time is shown in place of a countdown. The wait is that long
// when the day's codes are used up.
const LONG_WAIT_S = 600;

/** Returns a code that was sent before a reload if it is still valid, so that no second code is sent. */
function stillGood(kept: JsonObject | null): OtpSent | null {
  return kept !== null && isOtpSent(kept) && Date.parse(kept.expiresAt) > Date.now() ? kept : null;
}

function isOtpSent(kept: JsonObject): kept is JsonObject & OtpSent {
  return [kept.to, kept.reference, kept.expiresAt, kept.resendAt].every((text) => typeof text === "string");
}
