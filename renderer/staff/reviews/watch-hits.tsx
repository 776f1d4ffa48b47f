import { useState } from "react";
import type { Review, ScreeningHit } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import "./reviews.css";

const TONES = { clear: "gain", missing: "warn", open: "warn", confirmed: "loss", off: "info" } as const;

/** How the application stands to the watch lists, and each entry that somebody of it is like; two people decide each. */
export function WatchHits({ of }: { readonly of: Review }) {
  const words = useText();
  const { standing, hits } = of.screening;
  return (
    <section className="gap12" aria-labelledby="watch-hits">
      <div className="screenhead">
        <h2 id="watch-hits">{words("staff:review.watch.title")}</h2>
        <Badge tone={TONES[standing]}>{words(`staff:review.watch.standing.${standing}`)}</Badge>
      </div>
      {hits.map((hit) => (
        <Hit key={hit.id} hit={hit} of={of} />
      ))}
    </section>
  );
}

function Hit({ hit, of }: { readonly hit: ScreeningHit; readonly of: Review }) {
  const words = useText();
  const { entry } = hit;
  const list = (values: readonly string[]) => values.join(", ") || "–";
  return (
    <article className="card card--pad gap12" data-hit={hit.reference}>
      <div className="screenhead">
        <h3>{hit.name}</h3>
        <Badge tone={hit.state === "dismissed" ? "gain" : "loss"}>
          {words("staff:review.watch.score", { score: hit.score })}
        </Badge>
      </div>
      <Pairs
        of={[
          {
            key: "who",
            label: words("staff:review.watch.who"),
            value: words(`staff:review.watch.role.${hit.role}`),
          },
          {
            key: "entry",
            label: words("staff:review.watch.entry"),
            value: `${hit.list} ${hit.reference}`,
          },
          { key: "names", label: words("staff:review.watch.names"), value: list(entry.names) },
          {
            key: "birth",
            label: words("staff:review.watch.birth"),
            value: `${list(entry.births.map(formatDate))} (${words(`staff:review.watch.births.${hit.birth}`)})`,
          },
          {
            key: "nationality",
            label: words("staff:review.watch.nationality"),
            value: list(entry.nationalities),
          },
          ...(hit.sameDocument
            ? [
                {
                  key: "document",
                  label: words("staff:review.watch.document"),
                  value: words("staff:review.watch.sameDocument"),
                  look: "strong" as const,
                },
              ]
            : []),
          ...(entry.comment === null
            ? []
            : [{ key: "comment", label: words("staff:review.watch.comment"), value: entry.comment }]),
        ]}
      />
      {hit.state === "open" ? <DecideHit hit={hit} of={of} /> : <Decided hit={hit} />}
    </article>
  );
}

function Decided({ hit }: { readonly hit: ScreeningHit }) {
  const words = useText();
  return (
    <Note tone={hit.state === "dismissed" ? "gain" : "loss"}>
      <b>{words(`staff:review.watch.state.${hit.state}`)}</b>
      <p>{[hit.proposed?.reason, hit.decidedReason].filter(Boolean).join(" · ")}</p>
    </Note>
  );
}

function DecideHit({ hit, of }: { readonly hit: ScreeningHit; readonly of: Review }) {
  const words = useText();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const id = `hit-${hit.id}`;
  const deciding = useAction({
    call: (decision: "dismiss" | "confirm") =>
      call("POST", `/reviews/${of.id}/hits/${hit.id}/decision`, {
        body: { decision, reason: reason.trim() },
      }),
    changes: ["/reviews"],
    said: () => words("staff:review.watch.saved"),
    failed: "here",
  });
  const decide = (decision: "dismiss" | "confirm") => {
    setMissing(reason.trim() === "");
    if (reason.trim() === "") document.getElementById(id)?.focus();
    else deciding.run(decision);
  };
  const { proposed } = hit;
  return (
    <>
      {proposed === null ? null : (
        <Note tone="info">
          <b>{words(`staff:review.watch.proposed.${proposed.decision}`)}</b>
          <p>{proposed.reason}</p>
          <p className="small">
            {words(proposed.own ? "staff:review.watch.waitsForOther" : "staff:review.watch.waitsForYou")}
          </p>
        </Note>
      )}
      <TextAreaField
        id={id}
        label={words("staff:review.watch.reason")}
        hint={words("staff:review.watch.reasonHint")}
        maxLength={1000}
        value={reason}
        error={missing ? words("staff:review.reasonNeeded") : null}
        onValue={setReason}
      />
      {deciding.fault === null ? null : (
        <Note tone="loss" role="alert">
          {deciding.fault}
        </Note>
      )}
      <div className="decide">
        {(["dismiss", "confirm"] as const).map((decision) => (
          <Button
            key={decision}
            {...(decision === "confirm" ? { kind: "danger" as const } : {})}
            busy={deciding.doing === decision}
            disabled={of.own || (proposed?.own === true && proposed.decision === decision)}
            onClick={() => decide(decision)}
          >
            {words(`staff:review.watch.${decision}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
