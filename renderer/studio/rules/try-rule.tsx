import { useMemo, useState } from "react";
import { ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { type Trial, trialOf } from "../../../engine/rules/index.ts";
import type { RuleFile } from "../../../engine/rules/rule.ts";
import { equalJson } from "../../../engine/values/canonical-json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital } from "../../staff/rule-book/rule-book-data.ts";
import { ChoiceField } from "../choice-field.tsx";
import { textOfDraft } from "../draft/texts-of-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import type { EditedRule } from "./edited-rule.ts";
import { caseOf, type Fact, factSaid, factsOf, givenOf, type Person, personOf } from "./tried-person.ts";
import { TryTrace, valueSaidBy } from "./try-answer.tsx";
import { FactField, withFact } from "./try-fields.tsx";
import { valueNames } from "./value-names.ts";

type Page = Studied["rules"][number];

/** A made-up person for whom a rule is tried: the answer, how it comes about, and a button that keeps it. */
export function TryRule({ of, page }: { readonly of: EditedRule; readonly page: Page }) {
  const words = useText();
  const { studied } = of;
  const { definition, places } = studied;
  const rule = definition?.rules[page.rule];
  const trial = useMemo(
    () => (definition === null ? null : trialOf(ruleSetOf(definition), page.rule)),
    [definition, page.rule],
  );
  if (definition === null || rule === undefined) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="try-title">
      <h2 id="try-title">{words("studio:try.title")}</h2>
      {trial === null ? (
        <p className="small">{words("studio:try.unsound")}</p>
      ) : (
        <Try of={of} rule={rule} page={page} facts={factsOf(definition, page, places)} trial={trial} />
      )}
    </section>
  );
}

type Tried = {
  readonly of: EditedRule;
  readonly rule: RuleFile;
  readonly page: Page;
  readonly facts: readonly Fact[];
};

function Try({ trial, ...tried }: Tried & { readonly trial: NonNullable<ReturnType<typeof trialOf>> }) {
  const words = useText();
  const lng = useLanguage();
  const { of, rule, facts } = tried;
  const [person, setPerson] = useState<Person>({});
  // Counts how often an example was chosen. The fields are then made again with the values of the example.
  const [begun, setBegun] = useState(0);
  return (
    <>
      <p className="mut">{words("studio:try.text")}</p>
      <div className="tryfacts">
        <ChoiceField
          id="try-like"
          label={words("studio:try.like")}
          value=""
          empty={words("studio:try.ownPerson")}
          choices={rule.cases.map((_, index) => [
            String(index),
            words("studio:try.example", { number: index + 1 }),
          ])}
          onValue={(index) => {
            const found = rule.cases[Number.parseInt(index, 10)];
            setPerson(found === undefined ? {} : personOf(found, facts));
            setBegun(begun + 1);
          }}
        />
      </div>
      <div key={begun} className="tryfacts">
        {facts.map((fact, index) => (
          <FactField
            key={fact.path}
            id={`try-${index}`}
            fact={fact}
            from={otherThan(fact, of.readable.groupOf(fact.path), lng)}
            value={person[fact.path]}
            cases={rule.cases}
            onValue={(value) => setPerson(withFact(person, fact.path, value))}
          />
        ))}
      </div>
      <Answer {...tried} person={person} trial={trial(givenOf(person))} />
    </>
  );
}

/** The answer for the person, how it comes about, and a button that keeps the person as a case. */
function Answer({ person, trial, ...tried }: Tried & { readonly person: Person; readonly trial: Trial }) {
  const words = useText();
  const lng = useLanguage();
  const { of, rule, facts, page } = tried;
  const { studied, drafting, file } = of;
  const { answer } = trial;
  const nameOf = valueNames(rule, page, lng);
  const said = valueSaidBy(rule.id, studied.definition?.flow.derived ?? {}, (path, value) => {
    const place = studied.places.find((one) => one.path === path) ?? null;
    return nameOf(value) ?? (place === null ? undefined : factSaid({ place }, value, lng));
  });
  const missing = trial.missing.flatMap((path) => facts.find((fact) => fact.path === path)?.name[lng] ?? []);
  return (
    <div className="gap12" id="try-answer">
      <p role="status">
        {words("studio:judge.now")}{" "}
        <Badge tone={answer === "unknown" ? "warn" : answer === false ? "loss" : "gain"}>
          {answer === "unknown" || typeof answer === "boolean"
            ? words(`rule-book:answer.${answerKey(answer)}`)
            : said(answer)}
        </Badge>
      </p>
      {missing.length === 0 ? null : (
        <p className="small">{words("rule-book:cases.open", { places: missing.join(", ") })}</p>
      )}
      {answer === "unknown" ? (
        <p className="small">
          {words(`rule-book:${rule.must ? "onMissing" : "onMissingValue"}.${rule.onMissing}`)}
        </p>
      ) : null}
      <TryTrace
        heading={words(rule.must ? "studio:try.how" : "studio:try.howValue")}
        rule={rule}
        trial={trial}
        person={person}
        facts={facts}
        sayOf={(pointer) => studied.sentences[`${file}#${pointer}`]}
        textOf={(key) => textOfDraft(drafting.draft, lng, key)}
        valueSaid={said}
      />
      {of.mayEdit ? <Keep {...tried} person={person} answer={answer} /> : null}
    </div>
  );
}

/** A button that keeps the person as a case. If a case has the same data, its number is shown instead. */
function Keep({
  of,
  rule,
  facts,
  person,
  answer,
}: Tried & { readonly person: Person; readonly answer: Trial["answer"] }) {
  const words = useText();
  const content = caseOf(person, answer, facts);
  const same = rule.cases.findIndex(({ given }) =>
    equalJson(givenOf(personOf({ given }, facts)), content.given),
  );
  if (same >= 0)
    return (
      <Note tone="info" role="status">
        {words("studio:try.kept", { number: same + 1 })}
      </Note>
    );
  return (
    <Button
      kind="soft"
      id="try-keep"
      onClick={() => of.drafting.apply({ op: "add-case", args: { rule: of.file, content } })}
    >
      {words("studio:try.keep")}
    </Button>
  );
}

/** Returns the name of a step or source; `undefined` if the value that it explains has the same name. */
function otherThan({ name }: Fact, from: string, lng: keyof Fact["name"]): string | undefined {
  return capital(from) === capital(name[lng]) ? undefined : from;
}

function answerKey(answer: boolean | "unknown"): "met" | "notMet" | "unknown" {
  return answer === "unknown" ? answer : answer ? "met" : "notMet";
}
