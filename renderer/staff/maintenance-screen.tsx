import { useQuery } from "@tanstack/react-query";
import { DoorOpen, Wrench } from "lucide-react";
import { type FormEvent, useState } from "react";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { MaintenanceDesk } from "../kit/api/answers.ts";
import { call } from "../kit/api/client.ts";
import { get } from "../kit/api/query.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextAreaField, TextField } from "../kit/parts/fields.tsx";
import { Badge } from "../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import { FaultNote } from "./fault-note.tsx";
import { StaffPage } from "./staff-gate.tsx";
import { useReason } from "./use-reason.ts";

const LEAST_REASON = 5;

/**
 * The page on which an administrator closes the portal for maintenance and opens it again. The change takes
 * effect at once and needs a reason.
 */
export default function MaintenanceScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:maintenance.title")} at="/staff/maintenance">
      <div className="screen narrowscreen">
        <div>
          <h1 tabIndex={-1}>{words("staff:maintenance.title")}</h1>
          <p className="mut">{words("staff:maintenance.intro")}</p>
        </div>
        <Desk />
      </div>
    </StaffPage>
  );
}

function Desk() {
  const { data, error, refetch } = useQuery(get("/app-setting/maintenance/desk"));
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={2} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <>
      <State of={data} />
      <Form key={data.since} of={data} />
    </>
  );
}

function State({ of }: { readonly of: MaintenanceDesk }) {
  const words = useText();
  return (
    <section className="card card--pad gap8" data-closed={of.maintenance}>
      <p className="rowwrap">
        <Badge tone={of.maintenance ? "warn" : "gain"}>
          {words(of.maintenance ? "staff:maintenance.closed" : "staff:maintenance.open")}
        </Badge>
      </p>
      <p className="small wrap">
        {of.since === null
          ? words("staff:maintenance.never")
          : words("staff:maintenance.since", { since: formatInstant(of.since), by: of.by ?? "" })}
      </p>
      {of.reason === null ? null : (
        <p className="small wrap">{words("staff:maintenance.reason", { reason: of.reason })}</p>
      )}
    </section>
  );
}

function Form({ of }: { readonly of: MaintenanceDesk }) {
  const words = useText();
  const reason = useReason({ id: "maintenance-why", least: LEAST_REASON });
  const [text, setText] = useState({ th: of.text?.th ?? "", en: of.text?.en ?? "" });
  const { run, doing, fault } = useAction({
    call: (maintenance: boolean) =>
      call("POST", "/app-setting/maintenance", {
        body: { maintenance, reason: reason.given, ...(maintenance ? { text } : {}) },
      }),
    changes: ["/app-setting"],
    said: (maintenance) => words(`staff:maintenance.${maintenance ? "doneClosed" : "doneOpen"}`),
    failed: "here",
  });
  return (
    <form
      className="card card--pad gap16"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        reason.demand(() => run(!of.maintenance));
      }}
    >
      <TextField
        {...reason.field}
        label={words("staff:maintenance.why")}
        hint={words("staff:maintenance.whyHint")}
        maxLength={300}
        error={reason.isMissing ? words("staff:maintenance.whyMissing") : null}
      />
      <p className="small">{words("staff:maintenance.textHint")}</p>
      {LANGUAGES.map((language) => (
        <TextAreaField
          key={language}
          id={`maintenance-text-${language}`}
          label={`${words("staff:maintenance.text")} · ${words(`staff:maintenance.text${language === "th" ? "Th" : "En"}`)}`}
          optional={words("form:optional")}
          rows={2}
          maxLength={300}
          lang={language}
          value={text[language]}
          onValue={(value) => setText({ ...text, [language]: value })}
        />
      ))}
      <FaultNote fault={fault} />
      <Doors of={of} doing={doing} change={() => reason.demand(() => run(true))} />
    </form>
  );
}

/**
 * The buttons of the page. A button closes the open portal. If the portal is closed, buttons open it again or
 * change the shown text.
 */
function Doors({
  of,
  doing,
  change,
}: {
  readonly of: MaintenanceDesk;
  /** Whether the running action closes the portal; `null` if no action is running. */
  readonly doing: boolean | null;
  readonly change: () => void;
}) {
  const words = useText();
  return of.maintenance ? (
    <>
      <Button kind="main" type="submit" wide busy={doing === false}>
        <DoorOpen size={20} aria-hidden="true" /> {words("staff:maintenance.openAgain")}
      </Button>
      <Button wide busy={doing === true} onClick={change}>
        {words("staff:maintenance.change")}
      </Button>
    </>
  ) : (
    <>
      <p className="small">{words("staff:maintenance.sure")}</p>
      <Button kind="danger" type="submit" wide busy={doing === true}>
        <Wrench size={20} aria-hidden="true" /> {words("staff:maintenance.close")}
      </Button>
    </>
  );
}
