import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RuleUse, WholeRule } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital, type PartOfRule } from "./rule-book-data.ts";
import { RuleCases } from "./rule-cases.tsx";
import { RuleLogic } from "./rule-logic.tsx";
import { RuleVersions } from "./rule-versions.tsx";

/** All sections of a rule, for reading and printing. `number` is the rule's number in the rule book. */
export function RuleSheet({
  of,
  heading: Heading,
  number,
}: {
  readonly of: WholeRule;
  readonly heading: "h1" | "h2";
  readonly number?: number;
}) {
  const words = useText();
  const lng = useLanguage();
  const Part = Heading === "h1" ? "h2" : "h3";
  return (
    <article className="rulesheet" id={of.id} aria-labelledby={`title-${of.id}`}>
      <header className="gap4">
        <div className="rowwrap rulename">
          <Heading id={`title-${of.id}`} tabIndex={-1}>
            {number === undefined ? "" : `${number}. `}
            {of.title[lng]}
          </Heading>
          <Badge tone="info">{words(`rule-book:kind.${of.kind}`)}</Badge>
        </div>
        <p className="small">
          {words("rule-book:meta.code")} <code>{of.rule}</code>
        </p>
      </header>
      {of.otherWordings.map(({ id, flows }) => (
        <Note key={id} tone="warn">
          <PageLink to="/staff/rules/$id" params={{ id }}>
            {words("rule-book:otherWordings", { flows: flows.map((title) => title[lng]).join(", ") })}
          </PageLink>
        </Note>
      ))}
      <div className="rulecols">
        <div className="gap16">
          <Decides of={of} heading={Part} />
          <RuleLogic of={of} heading={Part} />
          <RuleVersions of={of} heading={Part} />
          <RuleCases of={of.cases} heading={Part} />
        </div>
        <aside className="gap16">
          <About of={of} />
          <Covered of={of} heading={Part} />
          <section className="card card--pad gap8">
            <Part>{words("rule-book:needs")}</Part>
            <ul className="points">
              {of.needs.map((need) => (
                <li key={need.en}>{capital(need[lng])}</li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </article>
  );
}

/** What the rule decides, and what happens if data is missing. */
function Decides({ of, heading: Heading }: PartOfRule) {
  const words = useText();
  const missing = of.kind === "value" ? "onMissingValue" : "onMissing";
  return (
    <section className="card card--pad gap8">
      <Heading>{words("rule-book:decides.title")}</Heading>
      <p>{words(`rule-book:decides.${decides(of)}`, { count: of.clauses.length })}</p>
      {of.kind === "assumption" ? null : <p>{words(`rule-book:${missing}.${of.onMissing}`)}</p>}
    </section>
  );
}

function decides({ kind, table, clauses }: WholeRule): string {
  if (kind === "assumption") return "assumption";
  if (kind === "value") return table.length > 0 ? "value" : "sum";
  return clauses.length === 1 ? "must.one" : "must.many";
}

function About({ of }: { readonly of: WholeRule }) {
  const words = useText();
  const lng = useLanguage();
  const current = of.versions.filter((version) => version.current);
  const titleOf = (flow: string) => of.uses.find((use) => use.flow === flow)?.title[lng] ?? flow;
  return (
    <section className="card card--pad aboutrule">
      <dl className="rulefacts">
        <Fact name={words("rule-book:meta.source")}>{capital(of.source[lng])}</Fact>
        <Fact name={words("rule-book:meta.owner")}>{words(`rule-book:owner.${of.owner}`)}</Fact>
        <Fact name={words("rule-book:meta.from")}>
          <span className="num">{formatDate(of.from)}</span>
        </Fact>
        {current.length > 0 ? (
          <Fact name={words("rule-book:meta.inForce")}>
            {current
              .map(({ flow, number }) =>
                words("rule-book:versions.number", { flow: titleOf(flow), number: number ?? "" }),
              )
              .join(" · ")}
          </Fact>
        ) : null}
        <Fact name={words("rule-book:meta.used")}>
          {of.uses.length === 0 ? words("rule-book:meta.unused") : null}
          <ul className="uses">
            {of.uses.map(({ flow, title, at }) => (
              <li key={flow}>
                <b>{title[lng]}</b>
                <ul className="points">
                  {at.map((use) => (
                    <li key={`${use.kind} ${use.name?.en ?? ""}`}>{sayUse(use, words, lng)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
    </section>
  );
}

function sayUse(
  { kind, name }: RuleUse,
  words: ReturnType<typeof useText>,
  lng: ReturnType<typeof useLanguage>,
): string {
  return name === null
    ? words("rule-book:uses.leadsStart")
    : words(`rule-book:uses.${kind}`, { name: name[lng] });
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Covered({ of: { coverage }, heading: Heading }: PartOfRule) {
  const words = useText();
  const lng = useLanguage();
  const conditions = coverage.conditions.filter(
    ({ whenMet, whenNotMet }) => ![whenMet, whenNotMet].some(isOpen),
  );
  const thresholds = coverage.thresholds.filter(({ under, at, over }) => ![under, at, over].some(isOpen));
  const open = [...coverage.conditions, ...coverage.thresholds].filter(
    (one) => !conditions.includes(one as never) && !thresholds.includes(one as never),
  );
  const whole = coverage.share === 1;
  return (
    <section className="card card--pad gap12">
      <Heading>{words("rule-book:coverage.title")}</Heading>
      <Bar
        name={words("rule-book:coverage.conditions")}
        shown={conditions.length}
        all={coverage.conditions.length}
      />
      {coverage.thresholds.length > 0 ? (
        <Bar
          name={words("rule-book:coverage.thresholds")}
          shown={thresholds.length}
          all={coverage.thresholds.length}
        />
      ) : null}
      <p className={whole ? "covered covered--whole" : "covered"}>
        {whole ? (
          <CircleCheck size={20} aria-hidden="true" />
        ) : (
          <TriangleAlert size={20} aria-hidden="true" />
        )}
        <span>
          {whole
            ? words("rule-book:coverage.whole")
            : words("rule-book:coverage.part", {
                percent: Math.floor(coverage.share * 100),
                missing: coverage.missing,
              })}
        </span>
      </p>
      {open.length > 0 ? (
        <ul className="points small">
          {open.map(({ says }) => (
            <li key={says.en}>{capital(says[lng])}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function isOpen(shown: string): boolean {
  return shown === "missing" || shown === "unknown";
}

function Bar({ name, shown, all }: { readonly name: string; readonly shown: number; readonly all: number }) {
  return (
    <label className="coverbar">
      <span>{name}</span>
      <b className="num">
        {shown}/{all}
      </b>
      <progress value={shown} max={all} />
    </label>
  );
}
