import type { PromptShown } from "../../kit/api/answers.ts";

type Prompt = NonNullable<PromptShown["prompt"]>;

/** Addresses that the prompts lead to. */
export const LEADS_TO = {
  contract: "/flows/contract",
  "verify-identity": "/kyc",
  "start-invest": "/invest",
  bank: "/flows/bank",
  pin: "/pin",
} as const satisfies Readonly<Record<Exclude<Prompt["kind"], "consents">, string>>;
