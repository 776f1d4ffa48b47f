import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DisplayRate } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatUnits } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { FormButtons } from "../form-buttons.tsx";
import { ProposalDecision } from "./proposal-decision.tsx";

const FIELDS = ["baht", "date", "th", "en", "note"] as const;
type Field = (typeof FIELDS)[number];

/** The dollar rate that is used to display amounts. One person enters it, and another decides. */
export function DisplayRatePart() {
  const words = useText();
  const desk = useQuery({ ...get("/rate-desk"), refetchInterval: 10_000 });
  const mayEnter = useSession()?.user?.role === "finance";
  const [open, setOpen] = useState(false);
  return (
    <section className="card judged" aria-labelledby="display-rate">
      <div className="screenhead">
        <div>
          <h2 id="display-rate">{words("staff:rate.title")}</h2>
          <p className="small">{words("staff:rate.intro")}</p>
        </div>
        {desk.data?.waiting ? <Badge tone="warn">{words("staff:terms.waiting")}</Badge> : null}
      </div>
      {desk.isPending ? <LoadingShape rows={1} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data ? (
        <>
          <p>{desk.data.now === null ? words("staff:rate.none") : <OneRate of={desk.data.now} />}</p>
          {desk.data.waiting ? (
            <>
              <Note tone="warn">
                <b>
                  <OneRate of={desk.data.waiting} />
                </b>
              </Note>
              <ProposalDecision of={desk.data.waiting} path="/rates" changes={["/rate-desk"]} />
            </>
          ) : open ? (
            <RateForm today={desk.data.today} onClose={() => setOpen(false)} />
          ) : mayEnter ? (
            <div>
              <Button small onClick={() => setOpen(true)}>
                {words("staff:rate.enter")}
              </Button>
            </div>
          ) : null}
          {desk.data.earlier.length === 0 ? null : (
            <details>
              <summary>{words("staff:terms.earlier")}</summary>
              <ul className="bullets small">
                {desk.data.earlier.map((one) => (
                  <li key={one.id}>
                    <OneRate of={one} /> · {words(`staff:proposal.state.${one.state}`)} · {one.note}
                    {one.enteredBy === null ? "" : ` · ${one.enteredBy}`}
                    {one.decidedBy === null ? "" : ` → ${one.decidedBy}`}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      ) : null}
    </section>
  );
}

function OneRate({ of }: { readonly of: DisplayRate }) {
  const words = useText();
  const language = useLanguage();
  return words("staff:rate.one", {
    currency: of.currency,
    baht: formatUnits(of.baht),
    date: formatDate(of.date),
    source: of.source[language],
  });
}

function RateForm({ today, onClose }: { readonly today: string; readonly onClose: () => void }) {
  const words = useText();
  const [given, setGiven] = useState<Readonly<Record<Field, string>>>({
    ...{ baht: "", th: "", en: "", note: "" },
    date: formatDate(today),
  });
  const [missing, setMissing] = useState<ReadonlySet<Field>>(new Set());
  const sending = useAction({
    call: () =>
      call("POST", "/rates", {
        body: {
          baht: given.baht.trim(),
          date: given.date.trim().split("/").reverse().join("-"),
          source: { th: given.th.trim(), en: given.en.trim() },
          note: given.note.trim(),
        },
      }),
    changes: ["/rate-desk"],
    said: () => words("staff:terms.sent"),
    done: onClose,
    failed: "here",
  });
  return (
    <form
      className="gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const empty = FIELDS.filter((field) => given[field].trim().length < (field === "note" ? 3 : 2));
        const short = empty.filter((field) => field !== "baht" || given.baht.trim() === "");
        setMissing(new Set(short));
        if (short[0] === undefined) sending.run(undefined);
        else document.getElementById(`rate-${short[0]}`)?.focus();
      }}
    >
      {FIELDS.map((field) => (
        <TextField
          key={field}
          id={`rate-${field}`}
          label={words(`staff:rate.field.${field}`)}
          maxLength={field === "note" ? 1_000 : 120}
          value={given[field]}
          error={missing.has(field) ? words("staff:rate.missing") : null}
          onValue={(value) => setGiven({ ...given, [field]: value })}
        />
      ))}
      <FaultNote fault={sending.fault} />
      <FormButtons
        send={words("staff:terms.send")}
        close={words("staff:terms.cancel")}
        busy={sending.busy}
        onClose={onClose}
      />
    </form>
  );
}
