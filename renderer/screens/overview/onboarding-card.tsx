import type { OnboardingStep, User } from "../../api/answers.ts";
import { mendAddress } from "../../flow/addresses.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { Phrases } from "../../parts/phrases.tsx";
import { Badge } from "../../parts/small-parts.tsx";
import { useLanguage, useText } from "../../text/i18n.ts";
import { LastDecision } from "./last-decision.tsx";

/** Whether something is left for her to do before her account is open. */
export function hasOpenSteps(user: User | null): user is User {
  return (user?.onboarding ?? []).some(({ state }) => state === "open" || state === "again");
}

/** What is left until the account is open, in the order in which one comes to it, each with its button. */
export function OnboardingCard({ user }: { readonly user: User }) {
  const words = useText();
  const steps = user.onboarding;
  const left = steps.filter(({ state }) => state !== "done");
  const about = left.some(({ state }) => state === "again") ? "onboarding.again" : "start";
  const first = left.find((step) => step.state !== "waiting" && hrefOf(step) !== null);
  return (
    <section className="card homenext" aria-labelledby="onboarding">
      <div className="card--pad gap8">
        <div className="screenhead">
          <span className="small">{words("my-account:overview.todo")}</span>
          <Badge>
            {words("my-account:overview.onboarding.done", {
              done: steps.length - left.length,
              of: steps.length,
            })}
          </Badge>
        </div>
        <h2 id="onboarding">
          <Phrases text={words(`my-account:overview.${about}.title`)} />
        </h2>
        <p className="mut">
          <Phrases text={words(`my-account:overview.${about}.text`)} />
        </p>
      </div>
      <LastDecision user={user} />
      <ol className="openlist">
        {left.map((step, index) => (
          <Left key={step.id} step={step} number={index + 1} main={step === first} begun={begun(user)} />
        ))}
      </ol>
    </section>
  );
}

function Left({
  step,
  number,
  main,
  begun,
}: {
  readonly step: OnboardingStep;
  readonly number: number;
  readonly main: boolean;
  readonly begun: boolean;
}) {
  const words = useText();
  const text = step.text[useLanguage()];
  const href = hrefOf(step);
  return (
    <li>
      <span className="dot" aria-hidden="true">
        {number}
      </span>
      <span>{text}</span>
      {step.state === "waiting" ? (
        <Badge tone="warn">{words("my-account:overview.onboarding.waiting")}</Badge>
      ) : href === null ? null : (
        <ButtonLink kind={main ? "main" : "soft"} small href={href}>
          {words(step.state === "again" ? "button:change" : begun ? "button:continue" : "button:begin")}
          <span className="sr">: {text}</span>
        </ButtonLink>
      )}
    </li>
  );
}

function hrefOf({ mend }: OnboardingStep): string | null {
  return mend === null ? null : mendAddress(mend, "kyc");
}

/** Whether she is on the way already: a flow goes on where she left it. */
function begun(user: User): boolean {
  return user.kyc.status !== null;
}
