import { ArrowRight } from "lucide-react";
import type { RuleAnswer, RuleVersion } from "../../kit/api/answers.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital, type PartOfRule } from "./rule-book-data.ts";

/** The versions of a rule: who proposed and approved each, when, and how the rule's meaning changed. */
export function RuleVersions({ of, heading: Heading }: PartOfRule) {
  const words = useText();
  const lng = useLanguage();
  const titleOf = (flow: string) => of.uses.find((use) => use.flow === flow)?.title[lng] ?? flow;
  return (
    <section className="card card--pad gap12">
      <Heading>{words("rule-book:versions.title")}</Heading>
      {of.versions.length === 0 ? <p>{words("rule-book:versions.none")}</p> : null}
      <ol className="ruleversions">
        {of.versions.map((version) => (
          <li key={version.id}>
            <Version of={version} flow={titleOf(version.flow)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Version({ of, flow }: { readonly of: RuleVersion; readonly flow: string }) {
  const words = useText();
  const name = words(`rule-book:versions.${nameOf(of)}`, { flow, number: of.number ?? "" });
  const who = (name: string | null) => name ?? words("rule-book:versions.somebody");
  const lines: string[] = [];
  if (of.source === "files" || of.source === "development") {
    lines.push(words(`rule-book:versions.${of.source}`));
    if (of.publishedAt)
      lines.push(words("rule-book:versions.published", { at: formatInstant(of.publishedAt) }));
  } else {
    if (of.source === "proposal")
      lines.push(
        words("rule-book:versions.proposed", { who: who(of.proposedBy), at: formatInstant(of.proposedAt) }),
      );
    if (of.decidedAt)
      lines.push(
        words(`rule-book:versions.${of.state === "refused" ? "rejected" : "approved"}`, {
          who: who(of.decidedBy),
          at: formatInstant(of.decidedAt),
        }),
      );
    if (of.decisionNote) lines.push(words("rule-book:versions.decisionNote", { text: of.decisionNote }));
    if (of.note) lines.push(words("rule-book:versions.note", { text: of.note }));
  }
  return (
    <div className="gap4">
      <p className="rowwrap rulename">
        {of.source === "proposal" ? (
          <PageLink to="/staff/definitions/$id" params={{ id: of.id }}>
            <b>{name}</b>
          </PageLink>
        ) : (
          <b>{name}</b>
        )}
        {of.current ? <Badge tone="gain">{words("rule-book:versions.current")}</Badge> : null}
      </p>
      {lines.map((line) => (
        <p key={line} className="small">
          {line}
        </p>
      ))}
      <Change of={of.change} />
    </div>
  );
}

function nameOf({ state, number }: RuleVersion): string {
  if (state === "refused") return "refused";
  if (state === "draft") return "draft";
  return number === null ? "waiting" : "number";
}

function Change({ of }: { readonly of: RuleVersion["change"] }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <>
      <p>{words(`rule-book:versions.change.${of.kind}`)}</p>
      {of.clauses.map(({ kind, reason, before, after }) => (
        <div key={`${kind} ${reason.en}`} className="gap4">
          <p className="small">{words(`rule-book:versions.clause.${kind}`, { reason: reason[lng] })}</p>
          <dl className="beforeafter">
            {before ? (
              <div>
                <dt>{words("rule-book:versions.before")}</dt>
                <dd>{capital(before[lng])}</dd>
              </div>
            ) : null}
            {after ? (
              <div className="now">
                <dt>{words("rule-book:versions.after")}</dt>
                <dd>{capital(after[lng])}</dd>
              </div>
            ) : null}
          </dl>
        </div>
      ))}
      {of.affected.map(({ from, to, people, more, witness }) => (
        <div key={`${JSON.stringify(from)} ${JSON.stringify(to)}`} className="gap4">
          <p className="turn">
            <Answer of={from} />
            <ArrowRight size={18} role="img" aria-label={words("rule-book:versions.becomes")} />
            <Answer of={to} />
          </p>
          <p className="small">{words("rule-book:versions.example", { person: witness[lng] })}</p>
          {people.length > 1 || more ? (
            <p className="small">
              {words(`rule-book:versions.${more ? "moreGroups" : "groups"}`, { count: people.length })}
            </p>
          ) : null}
        </div>
      ))}
    </>
  );
}

const TONES = { met: "gain", notMet: "loss", none: "warn", unknown: "warn", value: "brand" } as const;

function Answer({ of }: { readonly of: RuleAnswer }) {
  const words = useText();
  const lng = useLanguage();
  const text =
    of.kind === "value"
      ? of.value[lng]
      : of.kind === "unknown"
        ? words(`rule-book:versions.unknown.${of.so}`)
        : of.kind === "none"
          ? words("rule-book:versions.unknown.value")
          : words(`rule-book:answer.${of.kind}`);
  return <Badge tone={TONES[of.kind]}>{text}</Badge>;
}
