import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, failureText, type Sentence } from "../../api/client.ts";
import { get, queryClient } from "../../api/query.ts";
import { useSession } from "../../api/session.ts";
import { Button } from "../../parts/button.tsx";
import { Note } from "../../parts/note.tsx";
import { Badge } from "../../parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../parts/states.tsx";
import { toast } from "../../shell/toast-store.ts";
import { formatInstant } from "../../text/format.ts";
import { useLanguage, useText } from "../../text/i18n.ts";
import { DefinitionEvidence } from "./definition-evidence.tsx";
import { StaffPage } from "./staff-gate.tsx";

type Finding = {
  readonly file: string;
  readonly pointer: string;
  readonly code: string;
  readonly what: Sentence;
  readonly mend: Sentence;
};
type Version = {
  readonly id: string;
  readonly flow: string;
  readonly number: number | null;
  readonly hash: string;
  readonly state: "draft" | "proposed" | "approved" | "published" | "refused";
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
  /** Hash of what the gate found and signed; `null` for files that nobody proposed. */
  readonly evidence: string | null;
  readonly note: string | null;
  readonly proposedBy: string | null;
  readonly proposedAt: string;
};

const TONES = {
  draft: "info",
  proposed: "warn",
  approved: "info",
  published: "gain",
  refused: "loss",
} as const;

/** Versions of every flow: what waits for compliance, and what is in use. */
export default function DefinitionsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:definitions.title")} at="/staff/definitions">
      <Versions />
    </StaffPage>
  );
}

function Versions() {
  const words = useText();
  const list = useQuery({
    ...get<{ versions: readonly Version[] }>("/definitions"),
    refetchInterval: 10_000,
  });
  const role = useSession()?.user?.role;
  return (
    <div className="screen">
      <div>
        <h1 tabIndex={-1}>{words("staff:definitions.title")}</h1>
        <p className="mut">{words("staff:definitions.intro")}</p>
      </div>
      {list.isPending ? <LoadingShape rows={4} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data?.versions.length === 0 ? (
        <EmptyState title={words("staff:definitions.empty.title")}>
          {words("staff:definitions.empty.text")}
        </EmptyState>
      ) : null}
      <ul className="card list">
        {list.data?.versions.map((version) => (
          <li key={version.id}>
            <Row of={version} decides={role === "compliance"} />
            {version.evidence !== null && isOpen(version) ? (
              <DefinitionEvidence version={version.id} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether it still waits for a decision. */
function isOpen({ state }: Version): boolean {
  return state === "proposed" || state === "draft";
}

function Row({ of, decides }: { readonly of: Version; readonly decides: boolean }) {
  const words = useText();
  const lng = useLanguage();
  const [busy, setBusy] = useState(false);
  const act = async (decision: "approve" | "reject") => {
    setBusy(true);
    const answer = await call("POST", `/definitions/versions/${of.id}/${decision}`, {
      // What is approved is what was shown here.
      body: decision === "approve" && of.evidence !== null ? { evidence: of.evidence } : {},
    });
    setBusy(false);
    if (answer.ok)
      toast({
        tone: "gain",
        text: words(`staff:definitions.${decision === "approve" ? "published" : "refused"}`),
      });
    else toast({ tone: "loss", text: failureText(answer.error, words) });
    await queryClient.invalidateQueries();
  };
  return (
    <div className="navrow">
      <div>
        <b>
          {of.flow} {of.number === null ? "" : `· ${words("staff:definitions.number")} ${of.number}`}
        </b>
        <p className="small num">{of.hash.slice(0, 12)}</p>
      </div>
      <div>
        <Badge tone={TONES[of.state]}>{words(`staff:definitions.state.${of.state}`)}</Badge>
        <p className="small">{formatInstant(of.proposedAt)}</p>
      </div>
      <div className="gap8">
        {of.note ? <p>{of.note}</p> : null}
        {of.changed.length > 0 ? (
          <p className="small">
            {words("staff:definitions.changed")}: {of.changed.join(", ")}
          </p>
        ) : null}
        {of.findings.length > 0 ? (
          <Note tone="warn">
            {of.findings.map((finding) => (
              <div key={`${finding.file}${finding.pointer}${finding.what.en}`} className="gap8">
                <p>
                  <b>{finding.what[lng]}</b>
                </p>
                <p>{finding.mend[lng]}</p>
                <p className="small">
                  {finding.file} {finding.pointer}
                </p>
              </div>
            ))}
          </Note>
        ) : null}
        {decides && of.state === "proposed" ? (
          <div className="rowwrap">
            <Button kind="main" small busy={busy} onClick={() => void act("approve")}>
              {words("staff:definitions.approve")}
            </Button>
            <Button small busy={busy} onClick={() => void act("reject")}>
              {words("staff:definitions.reject")}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
