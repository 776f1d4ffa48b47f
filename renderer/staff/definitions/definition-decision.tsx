import { Undo2, UsersRound } from "lucide-react";
import { useState } from "react";
import type { VersionPage } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import "./definitions.css";

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
  const [missing, setMissing] = useState(false);
  const deciding = useAction({
    call: (decision: Decision) => {
      const note = reason.trim() === "" ? {} : { note: reason.trim() };
      const body = decision === "approve" ? { ...note, evidence: shown } : note;
      return call("POST", `/definitions/versions/${of.id}/${decision}`, { body });
    },
    changes: ["/definitions", "/rule-book"],
    said: (decision) => words(`definition:decide.${decision === "approve" ? "published" : "refused"}`),
    failed: "here",
  });
  const decide = (decision: Decision) => {
    const isMissing = decision === "reject" && reason.trim() === "";
    setMissing(isMissing);
    if (isMissing) document.getElementById("decision-reason")?.focus();
    else deciding.run(decision);
  };
  const changed = deciding.failed?.kind === "refused" && deciding.failed.code === "evidence-changed";
  const fault = missing
    ? words("definition:decide.reasonNeeded")
    : changed
      ? words("definition:decide.again")
      : deciding.fault;
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
      <TextAreaField
        id="decision-reason"
        label={words("definition:decide.reason")}
        optional={words("definition:decide.reasonHint")}
        maxLength={2_000}
        value={reason}
        onValue={setReason}
      />
      {fault === null ? null : (
        <Note tone="loss" role="alert">
          {fault}
        </Note>
      )}
      <Button
        kind="main"
        wide
        busy={deciding.doing === "approve"}
        disabled={deciding.doing === "reject" || of.outdated}
        onClick={() => decide("approve")}
      >
        {words("definition:decide.approve")}
      </Button>
      <Button
        wide
        busy={deciding.doing === "reject"}
        disabled={deciding.doing === "approve"}
        onClick={() => decide("reject")}
      >
        <Undo2 size={20} aria-hidden="true" /> {words("definition:decide.refuse")}
      </Button>
      <p className="small wrap">{words("definition:decide.covers", { hash: shown.slice(0, 12) })}</p>
    </section>
  );
}
