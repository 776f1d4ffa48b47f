import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { Result } from "../../../engine/values/result.ts";
import type { ControlList } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { textOfFile } from "../../kit/api/text-of-file.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { FileInput } from "../../kit/parts/file-input.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { bookedAmount } from "../books/booked-amount.ts";
import { FaultNote } from "../fault-note.tsx";

type Control = ControlList["controls"][number];
type Doing = {
  readonly send: () => Promise<Result<unknown, ApiFailure>>;
  readonly said: string;
};

/** The daily reconciliation of the books with bank and custodian: differences, responsible people, signatures. */
export function DailyControls() {
  const words = useText();
  const list = useQuery(get("/controls"));
  const [typed, setTyped] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const acting = useAction({
    call: ({ send }: Doing) => send(),
    changes: ["/controls"],
    said: ({ said }) => words(said),
    failed: "here",
  });
  const day = parseTypedDate(typed.trim());
  const make = (file?: File) => {
    if (!day.ok) return;
    const send = async () => {
      if (file === undefined) return await call("POST", "/controls", { body: { day: day.value } });
      const text = await textOfFile(file);
      return text.ok ? await call("POST", "/controls", { body: { day: day.value, file: text.value } }) : text;
    };
    acting.run({ send, said: "staff:money.controls.made" });
  };
  return (
    <section className="gap12" aria-labelledby="controls">
      <h2 id="controls">{words("staff:money.controls.title")}</h2>
      <p className="mut">{words("staff:money.controls.how")}</p>
      <div className="rowwrap">
        <TextField
          id="control-day"
          label={words("staff:money.controls.day")}
          placeholder="DD/MM/YYYY"
          inputMode="numeric"
          value={typed}
          onValue={setTyped}
        />
        <Button busy={acting.busy} disabled={!day.ok} onClick={() => make()}>
          {words("staff:money.controls.bank")}
        </Button>
        <Button busy={acting.busy} disabled={!day.ok} onClick={() => chooser.current?.click()}>
          {words("staff:money.controls.custodian")}
        </Button>
      </div>
      <FileInput chooser={chooser} accept=".csv,text/csv" onFile={make} />
      <FaultNote fault={acting.fault} />
      {(list.data?.controls ?? []).map((control) => (
        <OneControl key={`${control.day} ${control.kind}`} of={control} busy={acting.busy} run={acting.run} />
      ))}
    </section>
  );
}

/** One day's comparison with bank or custodian: date basis, differences, signature. */
export function OneControl({
  of,
  busy,
  run,
}: {
  readonly of: Control;
  readonly busy: boolean;
  readonly run: (doing: Doing) => void;
}) {
  const words = useText();
  const { day, kind } = of;
  return (
    <article className="card card--pad gap12" aria-label={`${formatDate(day)} ${kind}`}>
      <div className="screenhead">
        <h3>
          {formatDate(day)} · {words(`staff:money.controls.kind.${kind}`)}
        </h3>
        <Badge tone={of.signedBy === null ? "warn" : "gain"}>
          {of.signedBy === null
            ? words("staff:money.controls.unsigned")
            : words("staff:money.controls.signedBy", { who: of.signedBy })}
        </Badge>
      </div>
      <p className="small">{words(`staff:money.controls.dates.${kind}`, { date: formatDate(day) })}</p>
      {of.breaks.length === 0 ? <p className="small">{words("staff:money.controls.same")}</p> : null}
      {of.breaks.map((one) => (
        <Break key={one.subject} control={of} of={one} busy={busy} run={run} />
      ))}
      {of.signedBy === null ? (
        <div className="rowwrap">
          <Button
            busy={busy}
            onClick={() =>
              run({
                send: () => call("POST", "/controls/sign", { body: { day, kind } }),
                said: "staff:money.controls.signed",
              })
            }
          >
            {words("staff:money.controls.sign")}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

function Break({
  control: { day, kind },
  of,
  busy,
  run,
}: {
  readonly control: Control;
  readonly of: Control["breaks"][number];
  readonly busy: boolean;
  readonly run: (doing: Doing) => void;
}) {
  const words = useText();
  const [reason, setReason] = useState("");
  const amount = (text: string) => bookedAmount(text, kind === "bank" ? "baht" : "units");
  const decide = (more: Omit<BodyOf<"POST", "/controls/break">, "day" | "kind" | "subject">) =>
    run({
      send: () => call("POST", "/controls/break", { body: { day, kind, subject: of.subject, ...more } }),
      said: "staff:money.controls.kept",
    });
  return (
    <div className="gap8">
      <p>
        <b className="num">{of.subject}</b> ·{" "}
        {words("staff:money.controls.differs", { ours: amount(of.ours), theirs: amount(of.theirs) })}
      </p>
      <p className="small">
        {words("staff:money.held.owner")}: {of.owner ?? "–"}
        {of.reason === null ? "" : ` · ${of.reason}`}
      </p>
      {of.closed ? null : (
        <form
          className="rowwrap"
          onSubmit={(event) => {
            event.preventDefault();
            decide({ reason: reason.trim() });
          }}
        >
          <Button busy={busy} onClick={() => decide({})}>
            {words("staff:money.held.act.claim")}
          </Button>
          <div className="grow">
            <TextField
              id={`${day}-${kind}-${of.subject}`}
              label={words("staff:money.controls.reason")}
              value={reason}
              maxLength={500}
              onValue={setReason}
            />
          </div>
          <Button type="submit" busy={busy} disabled={reason.trim().length < 3}>
            {words("staff:money.controls.close")}
          </Button>
        </form>
      )}
    </div>
  );
}
