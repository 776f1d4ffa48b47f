import { stepKeys } from "../../../engine/flow/text-keys.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { type EditedStep, setInStep, stepContent } from "./edited-step.ts";
import { StepChoice } from "./step-choice.tsx";
import { listOf } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** Settings of an end: its outcome, the rule that explains it, and the pages it links to. */
export function EndSettings({ of }: { readonly of: EditedStep }) {
  const words = useText();
  return (
    <>
      <div className="stepbody">
        <StepChoice
          of={of}
          name="outcome"
          choices={["done", "stopped", "provisional"].map((one) => [one, words(`studio:outcome.${one}`)])}
        />
        <StepChoice
          of={of}
          name="explains"
          choices={of.readable.rules.map(({ id, title }) => [id, title])}
          none={words("studio:setting.none")}
        />
      </div>
      <h3>{words("studio:setting.links")}</h3>
      <EndLinks of={of} />
    </>
  );
}

/** Pages that an end may link to, in addition to flows. */
const LINKS = [
  "/",
  "/overview",
  "/strategies",
  "/transactions",
  "/documents",
  "/cases",
  "/me",
  "/me/profile",
  "/me/security",
  "/contact",
  "/faq",
  "/confirm-email",
  "/kyc",
  "/invest",
  "/pin",
] as const;

/** The buttons of an end, each with its text. */
function EndLinks({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { definition, step, drafting } = of;
  const flow = definition.flow.id;
  const links = listOf(stepContent(of).links);
  const linkName = (link: string): string => {
    if (link.startsWith("flow:")) return words("studio:link.flow");
    return words(`studio:link.${link === "/" ? "home" : link.slice(1).replaceAll("/", "-")}`);
  };
  return (
    <ul className="ways">
      {links.map((link, at) => (
        <li key={String(link)} className="way" id={`s-links-${at}`} tabIndex={-1}>
          <span className="rowwrap">
            <span className="grow">{linkName(String(link))}</span>
            <Button
              small
              onClick={() => {
                const rest = links.filter((_, index) => index !== at);
                setInStep(of, "links", rest.length === 0 ? undefined : rest);
              }}
            >
              {words("studio:blocks.remove")}
            </Button>
          </span>
          <TextPair
            id={`t-links-${at}`}
            name={words("studio:setting.button")}
            keys={stepKeys(definition, step, `links.${at}`)}
            drafting={drafting}
            mayEdit
          />
        </li>
      ))}
      <li className="way">
        <ChoiceField
          id="s-links"
          label={words("studio:setting.addLink")}
          value=""
          empty={words("studio:blocks.choose")}
          choices={[...LINKS, `flow:${flow}`]
            .filter((link) => !links.includes(link))
            .map((link) => [link, linkName(link)])}
          onValue={(link) =>
            link !== "" &&
            drafting.apply({
              op: "set-value",
              args: {
                file: `flows/${flow}/flow.json`,
                pointer: `/steps/${step}/links`,
                value: [...links, link],
              },
            })
          }
        />
      </li>
    </ul>
  );
}
