import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { VersionRecord } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { SelectField } from "../../kit/parts/fields.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { keepPlace, keptPlace, NEW_FLOW, type ProposalPlace } from "./kept-proposal.ts";
import { MendProposal } from "./mend-proposal.tsx";
import { NewFlow } from "./new-flow.tsx";
import { ProposalEditor } from "./proposal-editor.tsx";
import "./definitions.css";

/**
 * The page on which operations edits a flow's files and proposes them. The check reports at once what must be
 * fixed.
 */
export default function ProposeDefinitionScreen() {
  const words = useText();
  return (
    <StaffPage title={words("definition:propose.title")} at="/staff/definitions">
      <Propose />
    </StaffPage>
  );
}

function Propose() {
  const words = useText();
  const role = useSession()?.user?.role;
  const list = useQuery(get("/definitions"));
  const { from } = useSearch({ strict: false }) as { from?: string };
  const [place, setPlace] = useState<ProposalPlace>(() => keptPlace() ?? { flow: "" });
  const choose = (next: ProposalPlace) => {
    keepPlace(next);
    setPlace(next);
  };
  const current = (list.data?.current ?? []).flatMap((one) => {
    const version = list.data?.versions.find(({ id }) => id === one?.id);
    return version === undefined ? [] : [version];
  });
  return (
    <div className="screen">
      <PageLink className="link" to="/staff/definitions">
        <ArrowLeft size={18} aria-hidden="true" /> {words("definition:one.back")}
      </PageLink>
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("definition:propose.title")}</h1>
          <p className="mut">{words("definition:propose.intro")}</p>
        </div>
        {current.length > 0 && from === undefined ? (
          <FlowChoice current={current} place={place} choose={choose} />
        ) : null}
      </div>
      {list.isPending ? <LoadingShape rows={4} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {role !== "operations" && list.data ? (
        <EmptyState title={words("definition:propose.title")}>
          {words("definition:propose.forOperations")}
        </EmptyState>
      ) : null}
      {role !== "operations" || !list.data ? null : from === undefined ? (
        <Chosen current={current} place={place} />
      ) : (
        <Mended from={from} current={current} choose={choose} />
      )}
    </div>
  );
}

type Current = {
  /** Versions in force, one for each flow. */
  readonly current: readonly VersionRecord[];
};

/** Returns the version to edit: that of the chosen flow, or else of the first flow. */
function chosenOf(current: Current["current"], { flow }: ProposalPlace): VersionRecord | undefined {
  return current.find((one) => one.flow === flow) ?? current[0];
}

function FlowChoice({
  current,
  place,
  choose,
}: Current & { readonly place: ProposalPlace; readonly choose: (place: ProposalPlace) => void }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <SelectField
      id="propose-flow"
      label={words("definition:propose.flow")}
      value={place.flow === NEW_FLOW ? NEW_FLOW : chosenOf(current, place)?.flow}
      onValue={(flow) => choose({ ...keptPlace(), flow })}
    >
      {current.map((version) => (
        <option key={version.flow} value={version.flow}>
          {version.title[lng]}
        </option>
      ))}
      <option value={NEW_FLOW}>{words("definition:propose.new.option")}</option>
    </SelectField>
  );
}

/** The editor with the chosen flow. */
function Chosen({ current, place }: Current & { readonly place: ProposalPlace }) {
  const { flow, name } = place;
  if (flow === NEW_FLOW)
    return <NewFlow key={name ?? ""} flows={current} {...(name === undefined ? {} : { name })} />;
  const chosen = chosenOf(current, place);
  return chosen === undefined ? null : <Files key={chosen.id} of={chosen} />;
}

/** Opens an earlier proposal in the editor. `from` is the id of its version. */
function Mended({
  from,
  current,
  choose,
}: Current & { readonly from: string; readonly choose: (place: ProposalPlace) => void }) {
  const navigate = useNavigate();
  return (
    <MendProposal
      id={from}
      current={Object.fromEntries(current.map(({ flow, id }) => [flow, id]))}
      onOpen={(mended) => {
        choose(mended);
        void navigate({ href: "/staff/definitions/propose", replace: true });
      }}
    />
  );
}

function Files({ of }: { readonly of: VersionRecord }) {
  const version = useQuery(get("/definitions/versions/{id}", { path: { id: of.id } }));
  if (version.isPending) return <LoadingShape rows={4} />;
  if (version.isLoadingError)
    return <ErrorState error={version.error} retry={() => void version.refetch()} />;
  return <ProposalEditor flow={of.flow} files={version.data.files ?? {}} on={of.id} />;
}
