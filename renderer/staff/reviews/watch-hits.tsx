import type { Review, ScreeningHit } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import "./reviews.css";
import { useReason } from "../use-reason.ts";

const TONES = { clear: "gain", missing: "warn", open: "warn", confirmed: "loss", off: "info" } as const;

/**
 * The screening result of an application, with each similar entry of the watch list. Two people decide about
 * each entry.
 */
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
        <Badge tone={isNobody(hit) ? "gain" : "loss"}>
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
      {hit.state === "open" ? (
        <Say hit={hit} of={of} choices={["dismiss", "confirm"]} before={hit.proposed} />
      ) : (
        <Decided hit={hit} of={of} />
      )}
    </article>
  );
}

/** Whether two colleagues decided that the person on the watch list is not the applicant. */
function isNobody({ state }: ScreeningHit): boolean {
  return state === "dismissed" || state === "cleared";
}

/** The decision about a hit, with its reason. Two people can clear a confirmed hit. */
function Decided({ hit, of }: { readonly hit: ScreeningHit; readonly of: Review }) {
  const words = useText();
  const { proposed, decidedReason, clearing, clearedReason } = hit;
  const said = (...reasons: readonly (string | null | undefined)[]) =>
    reasons.filter(Boolean).join(" · ") || words("staff:erased");
  return (
    <>
      <Note tone={isNobody(hit) ? "gain" : "loss"}>
        <b>{words(`staff:review.watch.state.${hit.state}`)}</b>
        <p>{said(proposed?.reason, decidedReason)}</p>
        {hit.state === "cleared" ? <p>{said(clearing?.reason, clearedReason)}</p> : null}
      </Note>
      {hit.state === "confirmed" ? (
        <Say
          hit={hit}
          of={of}
          choices={["clear"]}
          before={clearing === null ? null : { decision: "clear", ...clearing }}
        />
      ) : null}
    </>
  );
}

type Choice = "dismiss" | "confirm" | "clear";

/** A form that decides about a hit with a reason. The first person's decision is shown above it. */
function Say({
  hit,
  of,
  choices,
  before,
}: {
  readonly hit: ScreeningHit;
  readonly of: Review;
  readonly choices: readonly Choice[];
  readonly before: { readonly decision: Choice; readonly reason: string; readonly own: boolean } | null;
}) {
  const words = useText();
  const reason = useReason({ id: `hit-${hit.id}`, least: 1 });
  const deciding = useAction({
    call: (decision: Choice) =>
      call("POST", "/reviews/{id}/hits/{hit}/decision", {
        path: { id: of.id, hit: hit.id },
        body: { decision, reason: reason.given },
      }),
    changes: ["/reviews"],
    said: () => words(`staff:review.watch.${hit.state === "confirmed" ? "savedClearing" : "saved"}`),
    failed: "here",
  });
  return (
    <>
      {before === null ? null : (
        <Note tone="info">
          <b>{words(`staff:review.watch.proposed.${before.decision}`)}</b>
          <p>{before.reason || words("staff:erased")}</p>
          <p className="small">
            {words(before.own ? "staff:review.watch.waitsForOther" : "staff:review.watch.waitsForYou")}
          </p>
        </Note>
      )}
      <TextAreaField
        {...reason.field}
        label={words("staff:review.watch.reason")}
        hint={words("staff:review.watch.reasonHint")}
        maxLength={1000}
        error={reason.isMissing ? words("staff:review.reasonNeeded") : null}
      />
      <FaultNote fault={deciding.fault} />
      <div className="decide">
        {choices.map((decision) => (
          <Button
            key={decision}
            {...(decision === "confirm" ? { kind: "danger" as const } : {})}
            busy={deciding.doing === decision}
            disabled={before?.own === true && before.decision === decision}
            onClick={() => reason.demand(() => deciding.run(decision))}
          >
            {words(`staff:review.watch.${decision}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
