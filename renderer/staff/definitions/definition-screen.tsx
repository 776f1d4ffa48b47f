import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { Judged, ProposalEvidence, Sentence, VersionPage } from "../../kit/api/answers.ts";
import { load } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { DefinitionBack } from "./definition-back.tsx";
import { DefinitionChecks } from "./definition-checks.tsx";
import { DefinitionConsequences } from "./definition-consequences.tsx";
import { DefinitionDecision } from "./definition-decision.tsx";
import { DefinitionFiles } from "./definition-files.tsx";
import { DefinitionFlow } from "./definition-flow.tsx";
import { DefinitionFollows } from "./definition-follows.tsx";
import { DefinitionGuards } from "./definition-guards.tsx";
import { DefinitionHistory } from "./definition-history.tsx";
import { DefinitionIntroduced } from "./definition-introduced.tsx";
import { DefinitionLost } from "./definition-lost.tsx";
import { DefinitionOpenWork } from "./definition-open-work.tsx";
import { DefinitionProof } from "./definition-proof.tsx";
import { DefinitionReach } from "./definition-reach.tsx";
import { isOpen, standOf } from "./definition-record.ts";
import { DefinitionRules } from "./definition-rules.tsx";
import { DefinitionStepCounts } from "./definition-step-counts.tsx";
import { DefinitionSteps } from "./definition-steps.tsx";
import { DefinitionTexts } from "./definition-texts.tsx";
import { DefinitionWho } from "./definition-who.tsx";
import "./definitions.css";

/** The page of a version: its effects, checks, author, decider, and the decision. */
export default function DefinitionScreen() {
  const words = useText();
  return (
    <StaffPage title={words("definition:list.title")} at="/staff/definitions">
      <One />
    </StaffPage>
  );
}

function One() {
  const words = useText();
  const { id = "" } = useParams({ strict: false });
  const version = useQuery({
    ...get("/definitions/versions/{id}", { path: { id }, query: { files: false } }),
    refetchInterval: 10_000,
  });
  // The evidence is reloaded when new evidence is stored, because an approval applies to the evidence shown.
  const evidence = useQuery({
    queryKey: ["evidence", id, version.data?.evidence],
    queryFn: ({ signal }) => load("/definitions/versions/{id}/evidence", { path: { id }, signal }),
  });
  const proposal = evidence.data && "proposal" in evidence.data ? evidence.data.proposal : null;
  return (
    <div className="screen">
      <PageLink className="link" to="/staff/definitions">
        <ArrowLeft size={18} aria-hidden="true" /> {words("definition:one.back")}
      </PageLink>
      {version.isPending ? <LoadingShape rows={5} /> : null}
      {version.isError ? <ErrorState error={version.error} retry={() => void version.refetch()} /> : null}
      {version.data ? (
        <>
          <Head of={version.data} named={proposal?.content.judged.introduced?.title ?? null} />
          <div className="definitioncols">
            <div className="gap16">
              {proposal ? <First of={proposal.content.judged.differences} /> : null}
              <DefinitionStepCounts of={version.data} />
              <DefinitionWho of={version.data} restores={proposal?.content.restores ?? null} />
              {evidence.isPending ? <LoadingShape rows={4} /> : null}
              {evidence.isError ? (
                <ErrorState error={evidence.error} retry={() => void evidence.refetch()} />
              ) : null}
              {evidence.data ? <Shown of={version.data} proposal={proposal} /> : null}
            </div>
            <div className="gap16">
              {proposal ? <DefinitionChecks of={proposal.content.judged} /> : null}
              {isOpen(version.data) && proposal ? (
                <DefinitionDecision of={version.data} shown={proposal.hash} />
              ) : null}
              <DefinitionBack of={version.data} />
              {evidence.data ? <DefinitionProof of={version.data} evidence={evidence.data} /> : null}
              <DefinitionHistory of={version.data} />
            </div>
          </div>
        </>
      ) : null}
    </div>
  );
}

/** The changes that are shown first: lost protections, and changed rules that guard effects. */
function First({ of }: { readonly of: Judged["differences"] }) {
  return (
    <>
      <DefinitionConsequences of={of} />
      <DefinitionLost of={of?.lost ?? []} unasked={of?.reach?.unasked ?? []} />
      <DefinitionReach of={of?.reach} />
      <DefinitionGuards of={of?.rules ?? []} />
    </>
  );
}

/**
 * The head of the page. `named` is a new flow's own title, which the portal does not know before publication.
 */
function Head({ of, named }: { readonly of: VersionPage; readonly named: Sentence | null }) {
  const words = useText();
  const lng = useLanguage();
  const list = useQuery(get("/definitions", { query: { flow: of.flow } }));
  const now = list.data?.versions.find(({ id }) => list.data.current.some((one) => one?.id === id));
  const stand = standOf(of, of.current);
  const name = (number: number) => words("definition:version", { number });
  const change =
    isOpen(of) && !of.outdated && now?.number
      ? words("definition:fromTo", { from: name(now.number), to: name(now.number + 1) })
      : null;
  return (
    <div className="screenhead">
      <h1 tabIndex={-1}>{(named ?? of.title)[lng]}</h1>
      <span className="rowwrap badges">
        {of.number === null ? null : <Badge tone="info">{name(of.number)}</Badge>}
        {change === null ? null : <Badge tone="info">{change}</Badge>}
        <Badge tone={stand.tone}>{words(stand.key)}</Badge>
      </span>
    </div>
  );
}

function Shown({
  of,
  proposal,
}: {
  readonly of: VersionPage;
  readonly proposal: ProposalEvidence["proposal"] | null;
}) {
  const words = useText();
  const lng = useLanguage();
  if (proposal === null)
    return (
      <>
        <Note tone="info">
          {words(`definition:one.${of.standing === "unsealed" ? "unsealed" : "release"}`)}
        </Note>
        <DefinitionFiles of={of} basedOn={null} />
      </>
    );
  const { judged, impact } = proposal.content;
  const { differences } = judged;
  return (
    <>
      {of.elsewhere.length > 0 ? (
        <Note tone="warn">
          {words("definition:one.elsewhere", { flows: of.elsewhere.map((title) => title[lng]).join(", ") })}
        </Note>
      ) : null}
      {of.outdated ? <Note tone="warn">{words("definition:one.outdated")}</Note> : null}
      {of.standing === "broken" ? <Note tone="loss">{words("definition:one.broken")}</Note> : null}
      {proposal.content.basedOn === null ? <Note tone="info">{words("definition:one.new")}</Note> : null}
      <DefinitionIntroduced of={judged.introduced} />
      {differences === null || differences.kind === "different" ? null : (
        <Note tone="info">{words(`definition:whom.${differences.kind}`)}</Note>
      )}
      {differences === null ? null : (
        <>
          <DefinitionFollows of={differences.consequences ?? []} />
          <DefinitionFlow of={differences} />
          <DefinitionRules of={differences.rules} />
          <DefinitionSteps of={differences.steps} titles={differences.titles} />
          <DefinitionTexts of={differences.changedTexts} more={differences.moreTexts} />
        </>
      )}
      <DefinitionOpenWork of={impact} version={of.id} open={isOpen(of)} />
      <DefinitionFiles of={of} basedOn={proposal.content.basedOn} />
    </>
  );
}
