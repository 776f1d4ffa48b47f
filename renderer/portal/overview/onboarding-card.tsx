import { mendAddress, type Pages } from "../../flow/addresses.ts";
import type { OnboardingStep, User } from "../../kit/api/answers.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { useFlowPages } from "../flows/flow-pages.ts";
import { useInvestSwitch } from "../parts/invest-switch.ts";
import { AskedAgain } from "./last-decision.tsx";
import "./overview.css";

/** Whether the person has onboarding steps left. */
export function hasOpenSteps(user: User | null): user is User {
  return (user?.onboarding ?? []).some(({ state }) => state === "open" || state === "again");
}

/**
 * Returns the text key of the card. Requested corrections come first. A person who can already invest gets a
 * different text, even if steps are left.
 */
export function onboardingAbout(user: User, ordering: boolean) {
  if (user.onboarding.some(({ state }) => state === "again")) return "onboarding.again";
  if (user.allowInvest && ordering) return "review";
  return user.customerType === "JURISTIC" ? "company" : "start";
}

/** The remaining onboarding steps, in order, each with its button. */
export function OnboardingCard({ user }: { readonly user: User }) {
  const words = useText();
  const ordering = useInvestSwitch();
  const pages = useFlowPages();
  const hrefOf = (step: OnboardingStep) => hrefIn(pages, step);
  const steps = user.onboarding;
  const left = steps.filter(({ state }) => state !== "done");
  const about = onboardingAbout(user, ordering);
  const first = left.find((step) => step.state !== "waiting" && hrefOf(step) !== null);
  const main = first === undefined ? null : hrefOf(first);
  // If several steps are on the same page, they share one button. The flow on that page asks for these steps
  // in its own order.
  const shown = new Set([main]);
  const isNew = (href: string | null) => href !== null && !shown.has(href) && shown.add(href) !== null;
  return (
    <section className="card homenext" aria-labelledby="onboarding">
      <div className="card--pad gap8">
        <div className="screenhead">
          <span className="small">{words("my-account:overview.todo")}</span>
          <Badge>
            {words("my-account:overview.onboarding.left", { left: left.length, of: steps.length })}
          </Badge>
        </div>
        <h2 id="onboarding">
          <Phrases text={words(`my-account:overview.${about}.title`)} />
        </h2>
        <p className="mut">
          <Phrases text={words(`my-account:overview.${about}.text`)} />
        </p>
        {first && main ? (
          <ButtonLink kind="main" wide href={main}>
            {words(labelOf(first, main, begun(user)))}
          </ButtonLink>
        ) : null}
        {user.allowInvest && ordering ? (
          <ButtonLink kind="line" wide href="/invest">
            {words("my-account:overview.onboarding.invest")}
          </ButtonLink>
        ) : null}
      </div>
      <AskedAgain user={user} />
      <ol className="openlist">
        {left.map((step, index) => (
          <Left
            key={step.id}
            step={step}
            number={index + 1}
            href={step.state !== "waiting" && isNew(hrefOf(step)) ? hrefOf(step) : null}
          />
        ))}
      </ol>
    </section>
  );
}

function Left({
  step,
  number,
  href,
}: {
  readonly step: OnboardingStep;
  readonly number: number;
  /** Address of the page for this onboarding step; `null` if the card's main button already leads there. */
  readonly href: string | null;
}) {
  const words = useText();
  const text = keepWhole(step.text[useLanguage()]);
  return (
    <li>
      <span className="dot" aria-hidden="true">
        {number}
      </span>
      <span>{text}</span>
      {step.state === "waiting" ? (
        <Badge tone="warn">{words("my-account:overview.onboarding.waiting")}</Badge>
      ) : href === null ? null : (
        <ButtonLink kind="soft" small href={href}>
          {words(labelOf(step, href, false))}
          <span className="sr">: {text}</span>
        </ButtonLink>
      )}
    </li>
  );
}

/** Returns a button's label: the label of the page, or else "start", "continue" or "correct". */
function labelOf({ state }: OnboardingStep, href: string, begun: boolean): string {
  if (href === CONFIRM) return "common:flow.link.confirm-email";
  return state === "again" ? "button:change" : begun ? "button:continue" : "button:begin";
}

const CONFIRM = "/confirm-email";

function hrefIn(pages: Pages, { mend }: OnboardingStep): string | null {
  return mend === null ? null : mendAddress(mend, "kyc", pages);
}

/** Whether the person has started the verification; the flow then continues where they stopped. */
function begun(user: User): boolean {
  return user.kyc.status !== null;
}
