import { useState } from "react";
import type { Complaint } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FurtherAnswers } from "../further-answers.tsx";
import { PrivateDocument } from "../private-document.tsx";
import { TestMark } from "../test-mark.tsx";
import { WriteSheet } from "./write-sheet.tsx";

/** A complaint with its promised dates. */
export function ComplaintCard({ of }: { readonly of: Complaint }) {
  const words = useText();
  const mayAct = useSession()?.user?.role === "support";
  const [writes, setWrites] = useState(false);
  const acknowledging = useAction({
    call: () => call("POST", "/complaints/{id}/acknowledge", { path: { id: of.id } }),
    changes: ["/service-desk"],
    said: () => words("staff:service.acknowledged", { reference: of.reference }),
  });
  const erased = words("staff:erased");
  const due = of.state === "open" ? of.acknowledgeBy : of.answerBy;
  return (
    <article className="card card--pad gap12" aria-labelledby={of.id}>
      <div className="rowwrap">
        <Badge tone={of.late ? "loss" : of.state === "open" ? "warn" : "info"}>
          {of.late ? words("staff:service.late") : words(`staff:service.state.${of.state}`)}
        </Badge>
        <span id={of.id} className="num small">
          {of.reference}
        </span>
      </div>
      <Pairs
        of={[
          {
            key: "about",
            label: words("staff:service.about"),
            value: words(`form:common.problem-type.options.${of.problemType}`),
            look: "strong",
          },
          {
            key: "from",
            label: words("staff:service.from"),
            value: (
              <>
                {of.email ?? erased}
                {of.phone === null ? null : ` · ${of.phone}`}
                {of.hasAccount ? ` · ${words("staff:service.loggedIn")}` : null}{" "}
                {of.email === null ? null : <TestMark who={of.email} />}
              </>
            ),
          },
          { key: "filed", label: words("staff:service.filed"), value: formatInstant(of.filedAt) },
          ...(of.state === "answered"
            ? []
            : [{ key: "due", label: words(`staff:service.due.${of.state}`), value: formatDate(due) }]),
        ]}
      />
      <p className="written">{of.detail ?? erased}</p>
      {of.hasAttachment ? (
        <PrivateDocument
          url={`/api/complaints/${of.id}/attachment`}
          label={words("staff:service.attachment")}
          name={of.reference}
        />
      ) : null}
      <FurtherAnswers
        of={of.further}
        fileUrl={(file) => `/api/service-desk/${of.id}/files/${file}`}
        name={of.reference}
      />
      {of.acknowledged === null || of.acknowledged.at === of.answered?.at ? null : (
        <p className="small">
          {words("staff:service.acknowledgedBy", {
            who: of.acknowledged.by,
            at: formatInstant(of.acknowledged.at),
          })}
        </p>
      )}
      {of.answered === null ? null : (
        <div className="gap12">
          <p className="small">
            {words("staff:service.answeredBy", { who: of.answered.by, at: formatInstant(of.answered.at) })}
          </p>
          <p className="written">{of.answered.text ?? erased}</p>
        </div>
      )}
      {mayAct && of.state !== "answered" ? (
        <div className="row wraps">
          <Button kind="main" onClick={() => setWrites(true)}>
            {words("staff:service.answer")}
          </Button>
          {of.state === "open" ? (
            <Button busy={acknowledging.busy} onClick={() => acknowledging.run(undefined)}>
              {words("staff:service.acknowledge")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {writes ? (
        <WriteSheet
          id={`answer-${of.id}`}
          send={(answer) =>
            call("POST", "/complaints/{id}/answer", { path: { id: of.id }, body: { answer } })
          }
          longest={4000}
          title={words("staff:service.answering.title", { reference: of.reference })}
          text={words(`staff:service.answering.in.${of.language}`)}
          label={words("staff:service.answering.label")}
          confirm={words("staff:service.answering.send")}
          said={words("staff:service.answered", { reference: of.reference })}
          onClose={() => setWrites(false)}
        />
      ) : null}
    </article>
  );
}
