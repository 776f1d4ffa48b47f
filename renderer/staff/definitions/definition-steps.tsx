import type { Json, Sentence, StepDifference } from "../../kit/api/answers.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { hasText, useLanguage, useText } from "../../kit/text/i18n.ts";
import { DefinitionClasses } from "./definition-classes.tsx";
import "./definitions.css";

const TONES = { added: "gain", removed: "loss", changed: "info" } as const;

/** Added, removed and changed steps, and the people who take a different path. */
export function DefinitionSteps({
  of,
  titles,
}: {
  readonly of: readonly StepDifference[];
  readonly titles: Readonly<Record<string, Sentence>>;
}) {
  const words = useText();
  const lng = useLanguage();
  if (of.length === 0) return null;
  const led = (value: Json) => ({
    text:
      typeof value === "string" && titles[value] ? titles[value][lng] : words("definition:answer.nowhere"),
  });
  return (
    <section className="card judged">
      <h2>{words("definition:steps.title")}</h2>
      <ul className="gap16">
        {of.map((step) => (
          <li key={step.step} className="gap8">
            <p>
              <b>{step.title[lng]}</b>{" "}
              <Badge tone={TONES[step.kind]}>{words(`definition:steps.${step.kind}`)}</Badge>
            </p>
            {step.parts.length > 0 ? (
              <p className="small">
                {[...new Set(step.parts.map((part) => partName(part, words)))].join(" · ")}
              </p>
            ) : null}
            {step.why === null ? null : (
              <p className="small">
                {words("definition:steps.undecided")} {step.why[lng]}
              </p>
            )}
            {step.affected.length > 0 ? <p>{words("definition:steps.leads")}</p> : null}
            <DefinitionClasses of={step.affected} answer={led} />
            {(["no-longer", "newly"] as const).map((taken) => (
              <Answers
                key={taken}
                label={words(TAKEN[taken])}
                of={(step.answers ?? [])
                  .filter((answer) => answer.taken === taken)
                  .map((answer) => answer.words[lng])}
              />
            ))}
            <ChangedValues of={step.values ?? []} />
            {(step.values ?? []).length > 0 ? null : (
              <>
                <Example label={words("definition:steps.noLonger")} of={step.noLongerTaken} />
                <Example label={words("definition:steps.newly")} of={step.newlyTaken} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The changed values of a part, before and after the change. */
export function ChangedValues({ of }: { readonly of: readonly Sentence[] }) {
  const lng = useLanguage();
  if (of.length === 0) return null;
  return (
    <ul className="bullets small">
      {of.map((value) => (
        <li key={value.en}>{value[lng]}</li>
      ))}
    </ul>
  );
}

const TAKEN = {
  "no-longer": "definition:steps.answersNoLonger",
  newly: "definition:steps.answersNewly",
} as const;

function Answers({ label, of }: { readonly label: string; readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <p className="small">
      {label}: {of.join(" · ")}
    </p>
  );
}

function partName(part: string, words: (key: string) => string): string {
  const key = `definition:steps.part.${part}`;
  return words(hasText(key) ? key : "definition:steps.part.other");
}

function Example({ label, of }: { readonly label: string; readonly of: Json }) {
  if (of === null) return null;
  return (
    <p className="small">
      {label}: <code>{JSON.stringify(of)}</code>
    </p>
  );
}
