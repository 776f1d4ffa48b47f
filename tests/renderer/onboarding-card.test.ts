import { expect, test } from "vitest";
import type { User } from "../../renderer/kit/api/answers.ts";
import { onboardingAbout } from "../../renderer/portal/overview/onboarding-card.tsx";

const user = (of: { state: string; allowInvest: boolean; customerType?: string }) =>
  ({ customerType: "INDIVIDUAL", ...of, onboarding: [{ id: "onfido", state: of.state }] }) as unknown as User;

test.each([
  { state: "open", allowInvest: false, ordering: true, about: "start" },
  { state: "open", allowInvest: false, ordering: true, customerType: "JURISTIC", about: "company" },
  // The documents are submitted and a vendor is late, so the overview shows, like /invest, that the investor
  // may invest.
  { state: "open", allowInvest: true, ordering: true, about: "review" },
  { state: "open", allowInvest: true, ordering: false, about: "start" },
  { state: "again", allowInvest: true, ordering: true, about: "onboarding.again" },
])(
  "the onboarding card shows $about if the step is $state, allowInvest is $allowInvest and ordering is $ordering",
  ({ ordering, about, ...of }) => {
    expect(onboardingAbout(user(of), ordering)).toBe(about);
  },
);
