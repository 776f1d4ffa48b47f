import { useState } from "react";
import type { ContactRequest } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FurtherAnswers } from "../further-answers.tsx";
import { TestMark } from "../test-mark.tsx";
import { WriteSheet } from "./write-sheet.tsx";

/** A contact request: person, topic, time, and outcome. */
export function ContactCard({ of }: { readonly of: ContactRequest }) {
  const words = useText();
  const erased = words("staff:erased");
  const mayAct = useSession()?.user?.role === "support";
  const [writes, setWrites] = useState(false);
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
          { key: "who", label: words("staff:service.who"), value: of.name ?? erased, look: "strong" },
          {
            key: "about",
            label: words("staff:service.about"),
            value: words(`form:common.contact-topic.options.${of.topic}`),
          },
          {
            key: "from",
            label: words("staff:service.from"),
            value: (
              <>
                {of.phone ?? erased}
                {of.email === null ? null : ` · ${of.email}`}
                {of.hasAccount ? ` · ${words("staff:service.loggedIn")}` : null}{" "}
                {of.email === null ? null : <TestMark who={of.email} />}
              </>
            ),
          },
          { key: "asked", label: words("staff:service.filed"), value: formatInstant(of.askedAt) },
          ...(of.state === "done"
            ? []
            : [{ key: "due", label: words("staff:service.due.call"), value: formatDate(of.callBy) }]),
          {
            key: "language",
            label: words("staff:service.language"),
            value: words(`staff:service.speaks.${of.language}`),
          },
        ]}
      />
      <FurtherAnswers
        of={of.further}
        fileUrl={(file) => `/api/service-desk/${of.id}/files/${file}`}
        name={of.reference}
      />
      {of.done === null ? null : (
        <p className="small">
          {words("staff:service.doneBy", {
            who: of.done.by,
            at: formatInstant(of.done.at),
            note: of.done.note ?? erased,
          })}
        </p>
      )}
      {mayAct && of.state === "open" ? (
        <Button onClick={() => setWrites(true)}>{words("staff:service.finish")}</Button>
      ) : null}
      {writes ? (
        <WriteSheet
          id={`finish-${of.id}`}
          send={(note) =>
            call("POST", "/contact-requests/{id}/finish", { path: { id: of.id }, body: { note } })
          }
          longest={500}
          title={words("staff:service.finishing.title", { reference: of.reference })}
          text={words("staff:service.finishing.text")}
          label={words("staff:service.finishing.label")}
          confirm={words("staff:service.finishing.save")}
          said={words("staff:service.finishedOne", { reference: of.reference })}
          onClose={() => setWrites(false)}
        />
      ) : null}
    </article>
  );
}
