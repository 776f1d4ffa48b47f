import { at, namesOf } from "../../../engine/edits/json-places.ts";
import type { Trial } from "../../../engine/rules/index.ts";
import type { RuleFile, Truth } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/verify/words/index.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital } from "../../staff/rule-book/rule-book-data.ts";
import { type Block, blockOf, rowsOf } from "../blocks/block.ts";
import { literalSaid } from "../blocks/literals.ts";
import { decidingRow, pathOfTerm, termsOf, valueOfTerm } from "./sum-of.ts";
import type { Fact, Person } from "./tried-person.ts";

type Traced = {
  readonly rule: RuleFile;
  readonly trial: Trial;
  readonly person: Person;
  readonly facts: readonly Fact[];
  /** Returns the sentence of a condition by its pointer in the rule's file. */
  readonly sayOf: (pointer: string) => Words | undefined;
  /** Returns the sentence that an investor reads, by its key. */
  readonly textOf: (key: string) => string | null;
  /** Returns a value of the rule as screens show it. */
  readonly valueSaid: (value: Json) => string;
};

const TONES = { true: "gain", false: "loss", unknown: "warn" } as const;

/** The conditions of a rule or the rows of its table, each with its result for a made-up person. */
export function TryTrace({ heading, ...of }: Traced & { readonly heading: string }) {
  const { must, value } = of.rule;
  const isSum = value !== undefined && termsOf(value.logic).length > 0;
  if (value !== undefined && !isSum && rowsOf(value.logic).length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      {must ? <ClauseTrace {...of} must={must} /> : isSum ? <SumTrace {...of} /> : <RowTrace {...of} />}
    </>
  );
}

function ClauseTrace({ must, ...of }: Traced & { readonly must: NonNullable<RuleFile["must"]> }) {
  const words = useText();
  const { trial, textOf } = of;
  return (
    <ol className="ways">
      {must.map(({ id, logic, reason }, index) => {
        const pointer = `/must/${index}/logic`;
        const text = textOf(reason);
        return (
          <li key={id} className="way">
            <Part of={of} block={blockOf(logic, pointer)} />
            {trial.truths[pointer] === false && text !== null ? (
              <p className="small">{words("studio:try.reads", { text })}</p>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** The rows of a decision table up to the row that gives the value. */
function RowTrace(of: Traced) {
  const words = useText();
  const { rule, trial, valueSaid } = of;
  const rows = rowsOf(rule.value?.logic ?? null, "/value/logic");
  const decided = decidingRow(rows, trial);
  return (
    <ol className="ways">
      {rows.slice(0, decided + 1).map(({ when, valueAt }, index) => (
        <li key={valueAt} className="way">
          {when === null ? (
            <b>{words("rule-book:table.otherwise")}</b>
          ) : (
            <Part of={of} block={blockOf(at(rule as unknown as Json, namesOf(when)) ?? null, when)} />
          )}
          {index === decided && trial.answer !== "unknown" ? (
            <p className="small">{words("studio:try.gives", { value: valueSaid(trial.answer) })}</p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** The terms of a sum, each with its value for the person. */
function SumTrace({ rule, trial, person, facts }: Traced) {
  const words = useText();
  const lng = useLanguage();
  const terms = termsOf(rule.value?.logic ?? null).map((term, index) => {
    const pointer = `/value/logic/+/${index}`;
    const name = facts.find(({ path }) => path === pathOfTerm(term))?.name[lng];
    const kind = typeof term === "object" ? "table" : "fixed";
    const value = valueOfTerm(term, { pointer, person, trial });
    return { pointer, name: name === undefined ? words(`studio:sum.${kind}`) : capital(name), value };
  });
  return (
    <ol className="ways">
      {terms.map(({ pointer, name, value }) => (
        <li key={pointer} className="way">
          <p className="tracedline">
            <span>{name}</span>
            <Badge tone={value === null ? "warn" : "info"}>
              {value === null ? words("studio:try.unknown") : literalSaid(value)}
            </Badge>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** One condition with its result. The conditions that it joins stand below it. */
function Part({ of, block }: { readonly of: Traced; readonly block: Block }) {
  const words = useText();
  const lng = useLanguage();
  const truth = <Result of={of.trial.truths[block.at]} />;
  const inner = block.kind === "not" && block.part.kind === "group" ? block.part : block;
  if (inner.kind !== "group") {
    const said = of.sayOf(block.at)?.[lng];
    return (
      <p className="tracedline">
        <span>{said === undefined ? words("studio:blocks.unsaid") : capital(said)}</span>
        {truth}
      </p>
    );
  }
  return (
    <>
      <p className="tracedline">
        <b>
          {block.kind === "not" ? `${words("studio:blocks.not")}: ` : null}
          {words(`studio:blocks.${inner.joined}`)}
        </b>
        {truth}
      </p>
      <ul className="traced">
        {inner.parts.map((part) => (
          <li key={part.at}>
            <Part of={of} block={part} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Result({ of }: { readonly of: Truth | undefined }) {
  const words = useText();
  if (of === undefined) return null;
  const key = String(of) as keyof typeof TONES;
  return <Badge tone={TONES[key]}>{words(`studio:try.is.${key}`)}</Badge>;
}

/** Returns a function that shows a value of a rule with the name it has as a derived value of the flow. */
export function valueSaidBy(
  rule: string,
  derived: { readonly [name: string]: object },
  nameOf: (path: string, value: Json) => string | undefined,
): (value: Json) => string {
  const [name] = Object.entries(derived).find(([, file]) => "rule" in file && file.rule === rule) ?? [];
  return (value) => (name === undefined ? undefined : nameOf(`derived.${name}`, value)) ?? literalSaid(value);
}
