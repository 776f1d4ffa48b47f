import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import type { PromptShown } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { ConsentPrompt } from "./consent-prompt.tsx";
import { LEADS_TO } from "./leads-to.ts";
import "../../flow/flow.css";

type Prompt = NonNullable<PromptShown["prompt"]>;
type Answer = "begun" | "later" | "never";

/**
 * Shows the one prompt that is due, in a dialog. Prompts appear on pages for reading, never over a flow, so
 * that they do not interrupt orders. The server stores the answers and decides which prompt is due.
 */
export function PromptHost() {
  const session = useSession();
  const [closed, setClosed] = useState(false);
  const { data } = useQuery({
    ...get("/prompt"),
    enabled: session?.user?.role === null,
    refetchOnWindowFocus: false,
    // When the person returns to a page, the server is asked again.
    gcTime: 0,
  });
  const prompt = data?.prompt ?? null;
  if (prompt === null || closed) return null;
  const answer = async (how: Answer) => {
    setClosed(true);
    await call("POST", "/prompts/{prompt}/answer", { path: { prompt: prompt.kind }, body: { answer: how } });
  };
  return <Shown of={prompt} answer={(how) => void answer(how)} />;
}

/** A prompt in its dialog. */
export function Shown({ of, answer }: { readonly of: Prompt; readonly answer: (how: Answer) => void }) {
  const words = useText();
  switch (of.kind) {
    case "consents":
      return <ConsentPrompt texts={of.texts} answer={answer} />;
    case "contract":
      return (
        <Leading kind="contract" title={words("access:prompt.contract.title")} answer={answer}>
          {of.graceUntil === null
            ? words("access:prompt.contract.over")
            : words("access:prompt.contract.grace", { date: formatDate(of.graceUntil) })}
        </Leading>
      );
    case "verify-identity":
      return (
        <Leading
          kind="verify-identity"
          title={words(`access:prompt.verify-identity.${of.stage}.title`)}
          answer={answer}
        >
          {words(`access:prompt.verify-identity.${of.stage}.text`)}
        </Leading>
      );
    case "pin":
      return <PinPrompt answer={answer} />;
    case "bank":
    case "start-invest":
      return (
        <Leading kind={of.kind} title={words(`access:prompt.${of.kind}.title`)} answer={answer}>
          {words(`access:prompt.${of.kind}.text`)}
        </Leading>
      );
  }
}

/**
 * The prompt to set a PIN. People need a PIN only before their first order, so they may permanently decline
 * this prompt.
 */
function PinPrompt({ answer }: { readonly answer: (how: Answer) => void }) {
  const words = useText();
  const [never, setNever] = useState(false);
  const id = useId();
  return (
    <Leading
      kind="pin"
      title={words("access:prompt.pin.title")}
      answer={(how) => answer(how === "later" && never ? "never" : how)}
      more={
        <div className="consent">
          <input
            id={id}
            type="checkbox"
            checked={never}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setNever(event.target.checked)}
          />
          <div>
            <label htmlFor={id}>{words("access:prompt.pin.never")}</label>
            <p className="small" id={`${id}-hint`}>
              {words("access:prompt.pin.hint")}
            </p>
          </div>
        </div>
      }
    >
      {words("access:prompt.pin.text")}
    </Leading>
  );
}

/** A prompt with a link that the person can follow now or later. */
function Leading({
  kind,
  title,
  answer,
  more,
  children,
}: {
  readonly kind: keyof typeof LEADS_TO;
  readonly title: string;
  readonly answer: (how: Answer) => void;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  const words = useText();
  const { history } = useRouter();
  const go = () => {
    answer("begun");
    history.push(LEADS_TO[kind]);
  };
  return (
    <Sheet
      name="prompt"
      title={title}
      onClose={() => answer("later")}
      footer={
        <>
          <Button kind="main" wide onClick={go}>
            {words(`access:prompt.${kind}.go`)}
          </Button>
          <Button wide onClick={() => answer("later")}>
            {words("access:prompt.later")}
          </Button>
        </>
      }
    >
      <div className="gap16">
        <p>{children}</p>
        {more}
      </div>
    </Sheet>
  );
}
