import type { PromptShown } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { Agreements, PURPOSES, type Purpose } from "../account/agreements.tsx";
import { useAgreements } from "../account/use-agreements.ts";

type Texts = Extract<NonNullable<PromptShown["prompt"]>, { readonly kind: "consents" }>["texts"];
type Decision = "given" | "refused";

/**
 * A dialog with documents that the person must agree to again, each with its checkbox. An unticked publicity
 * consent counts as declined.
 */
export function ConsentPrompt({
  texts,
  answer,
}: {
  readonly texts: Texts;
  readonly answer: (how: "begun" | "later") => void;
}) {
  const words = useText();
  const purposes = PURPOSES.filter((purpose) => texts.some((text) => text.purpose === purpose));
  const { complete, consents, ...ticks } = useAgreements(
    purposes,
    purposes.filter((purpose) => purpose !== "publicity" || purposes.length === 1),
  );
  const decisionOn = ({ purpose, version }: Asked, how: Decision) =>
    // A ticked consent applies to the version of the document that was shown.
    how === "given" && ticks.ticked[purpose] === true
      ? {
          purpose,
          version: consents.find((one) => one.purpose === purpose)?.version ?? version,
          decision: "given" as const,
        }
      : { purpose, version, decision: "refused" as const };
  const deciding = useAction({
    call: (how: Decision) =>
      call("POST", "/consents", {
        body: { texts: texts.filter(isAsked).map((text) => decisionOn(text, how)) },
      }),
    changes: ["/consents"],
    said: (how) => words(`access:prompt.consents.${how === "given" ? "accepted" : "declined"}`),
    done: () => answer("begun"),
    failed: "here",
  });
  return (
    <Sheet
      name="prompt"
      title={words("access:prompt.consents.title")}
      onClose={() => answer("later")}
      footer={
        <Decide
          doing={deciding.doing}
          decide={(how) => {
            if (how === "refused" || complete()) deciding.run(how);
          }}
        />
      }
    >
      <div className="gap16">
        <p>{words("access:prompt.consents.text")}</p>
        <Agreements purposes={purposes} {...ticks} />
        {deciding.fault === null ? null : (
          <Note tone="loss" role="alert">
            {deciding.fault}
          </Note>
        )}
      </div>
    </Sheet>
  );
}

type Asked = Texts[number] & { readonly purpose: Purpose };

function isAsked(text: Texts[number]): text is Asked {
  return PURPOSES.some((purpose) => purpose === text.purpose);
}

function Decide({
  doing,
  decide,
}: {
  /** The decision that is being sent; `null` if none is. */
  readonly doing: Decision | null;
  readonly decide: (how: Decision) => void;
}) {
  const words = useText();
  return (
    <>
      <Button kind="main" wide busy={doing === "given"} onClick={() => decide("given")}>
        {words("access:prompt.consents.accept")}
      </Button>
      <Button wide busy={doing === "refused"} onClick={() => decide("refused")}>
        {words("access:prompt.consents.decline")}
      </Button>
    </>
  );
}
