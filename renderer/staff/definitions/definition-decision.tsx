import { Undo2, UsersRound } from "lucide-react";
import { useState } from "react";
import type { VersionPage } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { queryClient } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";

type Decision = "approve" | "reject";

/** The decision about a version that waits: of exactly the evidence that is shown, never by who proposed it. */
export function DefinitionDecision({
  of,
  shown,
}: {
  readonly of: VersionPage;
  /** Hash of the evidence that this page shows. */
  readonly shown: string;
}) {
  const words = useText();
  const role = useSession()?.user?.role;
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState<Decision | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const decide = async (decision: Decision) => {
    if (decision === "reject" && reason.trim() === "") {
      setFault(words("definition:decide.reasonNeeded"));
      document.getElementById("decision-reason")?.focus();
      return;
    }
    setBusy(decision);
    setFault(null);
    const note = reason.trim() === "" ? {} : { note: reason.trim() };
    const body = decision === "approve" ? { ...note, evidence: shown } : note;
    const answer = await call("POST", `/definitions/versions/${of.id}/${decision}`, { body });
    setBusy(null);
    if (answer.ok)
      toast({
        tone: "gain",
        text: words(`definition:decide.${decision === "approve" ? "published" : "refused"}`),
      });
    else {
      const changed = answer.error.kind === "refused" && answer.error.code === "evidence-changed";
      setFault(changed ? words("definition:decide.again") : failureText(answer.error, words));
    }
    await queryClient.invalidateQueries();
  };
  if (role !== "compliance" || of.own)
    return (
      <section className="card judged">
        <h2>{words("definition:decide.title")}</h2>
        <p className="checkline">
          <UsersRound size={20} aria-hidden="true" />
          {words(of.own ? "definition:decide.own" : "definition:decide.others")}
        </p>
      </section>
    );
  return (
    <section className="card judged">
      <h2>{words("definition:decide.title")}</h2>
      <p className="checkline small">
        <UsersRound size={20} aria-hidden="true" />
        {words("definition:decide.may")}
      </p>
      <label htmlFor="decision-reason">
        <span className="fieldlabel">
          {words("definition:decide.reason")}{" "}
          <span className="small light">({words("definition:decide.reasonHint")})</span>
        </span>
        <textarea
          id="decision-reason"
          className="textinput"
          maxLength={2_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {fault === null ? null : (
        <Note tone="loss" role="alert">
          {fault}
        </Note>
      )}
      <Button
        kind="main"
        wide
        busy={busy === "approve"}
        disabled={busy === "reject" || of.outdated}
        onClick={() => void decide("approve")}
      >
        {words("definition:decide.approve")}
      </Button>
      <Button
        wide
        busy={busy === "reject"}
        disabled={busy === "approve"}
        onClick={() => void decide("reject")}
      >
        <Undo2 size={20} aria-hidden="true" /> {words("definition:decide.refuse")}
      </Button>
      <p className="small wrap">{words("definition:decide.covers", { hash: shown.slice(0, 12) })}</p>
    </section>
  );
}
