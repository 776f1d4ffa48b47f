import { useQuery } from "@tanstack/react-query";
import type { SwitchChange } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, Skeleton } from "../../kit/parts/states.tsx";
import { formatInstant, formatList } from "../../kit/text/format.ts";
import { useLanguage, useSentence, useText } from "../../kit/text/i18n.ts";
import { Fault, ReasonForm, type Way } from "./reason-form.tsx";

/**
 * A change that waits for approval, or a protecting position that was set at once and must still be
 * confirmed. Shows the positions before and after, the affected people, and the decision.
 */
export function WaitingChange({ of, mayDecide }: { readonly of: SwitchChange; readonly mayDecide: boolean }) {
  const words = useText();
  const lng = useLanguage();
  const say = useSentence();
  const isPress = of.kind === "PRESS";
  return (
    <section className="card judged" data-change={of.switches.map(({ name }) => name).join(" ")}>
      <div className="screenhead">
        <div>
          <h2>{of.switches.map(({ title }) => say(title)).join(" · ")}</h2>
          <p className="small wrap">
            {words(isPress ? "studio:switches.pressedBy" : "studio:switches.proposedBy", {
              who: of.own ? words("staff:nav.you") : (of.by ?? words("staff:nav.someone")),
              at: formatInstant(of.at),
            })}
            {" · "}
            {of.reason}
          </p>
        </div>
        <Badge tone={isPress ? "loss" : "warn"}>
          {words(isPress ? "studio:switches.unconfirmed" : "staff:proposal.state.PROPOSED")}
        </Badge>
      </div>
      {of.escalatedAt === null ? null : (
        <Note tone="loss">{words("studio:switches.escalated", { at: formatInstant(of.escalatedAt) })}</Note>
      )}
      <Comparison id={of.id} />
      {of.conflicts.length === 0 ? null : (
        <Note tone="warn">
          {words("studio:switches.moved", {
            names: formatList(
              of.conflicts.map(({ title }) => say(title)),
              lng,
            ),
          })}
        </Note>
      )}
      {mayDecide && of.conflicts.length > 0 ? <Renew id={of.id} /> : null}
      {mayDecide ? <Decision of={of} /> : null}
    </section>
  );
}

/** A button that proposes an outdated change again. */
function Renew({ id }: { readonly id: string }) {
  const words = useText();
  const renewing = useAction<undefined, unknown>({
    call: () => call("POST", "/switches/changes/{id}/renew", { path: { id } }),
    changes: ["/switches"],
    said: () => words("studio:switches.renewed"),
    failed: "here",
  });
  return (
    <>
      <Fault fault={renewing.fault} failure={renewing.failed} />
      <div>
        <Button busy={renewing.busy} onClick={() => renewing.run(undefined)}>
          {words("studio:switches.renew")}
        </Button>
      </div>
    </>
  );
}

function useComparison(id: string) {
  return useQuery({ ...get("/switches/changes/{id}", { path: { id } }), staleTime: 60_000 });
}

/** The effects of a change, as text. */
function Comparison({ id }: { readonly id: string }) {
  const words = useText();
  const say = useSentence();
  const compared = useComparison(id);
  if (compared.isPending) return <Skeleton height="72px" />;
  if (compared.isLoadingError)
    return <ErrorState error={compared.error} retry={() => void compared.refetch()} />;
  const { switches, says, lost } = compared.data;
  return (
    <div className="gap8">
      <ul className="switchpairs">
        {switches.map(({ name, title, before, after }) => (
          <li key={name}>
            {switches.length > 1 ? <b>{say(title)}</b> : null}
            <span>
              {say(before)} <span aria-hidden="true">→</span>
              <span className="sr">{words("studio:switches.becomes")}</span> <b>{say(after)}</b>
            </span>
          </li>
        ))}
      </ul>
      <Says says={says.map((one) => say(one))} lost={lost.map((one) => say(one))} />
    </div>
  );
}

/**
 * A list of the steps that a change turns off or on, after a warning about protections that the change
 * removes.
 */
export function Says({ says, lost }: { readonly says: readonly string[]; readonly lost: readonly string[] }) {
  const words = useText();
  return (
    <>
      {lost.length === 0 ? null : (
        <Note tone="loss">
          <b>{words("studio:switches.lost")}</b>
          {lost.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Note>
      )}
      {says.length === 0 ? (
        <p className="small">{words("studio:switches.noSteps")}</p>
      ) : (
        <ul className="switchsays">
          {says.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Decision({ of }: { readonly of: SwitchChange }) {
  const words = useText();
  const against = useComparison(of.id).data?.against;
  const at = (path: "send-back" | "withdraw" | "confirm"): Way => ({
    key: path,
    label: words(`studio:switches.decide.${path}`),
    said: words(`studio:switches.said.${path}`),
    send: (note) => call("POST", `/switches/changes/{id}/${path}`, { path: { id: of.id }, body: { note } }),
  });
  const approve: Way = {
    key: "approve",
    label: words("studio:switches.decide.approve"),
    said: words("studio:switches.said.approve"),
    send: (note) =>
      call("POST", "/switches/changes/{id}/approve", {
        path: { id: of.id },
        body: { note, ...(against === undefined ? {} : { against }) },
      }),
  };
  if (of.own && of.kind === "PRESS") return <Note>{words("studio:switches.ownPress")}</Note>;
  if (of.own) return <ReasonForm label={words("studio:switches.decide.why")} ways={[at("withdraw")]} />;
  const ways =
    of.kind === "PRESS"
      ? [at("confirm")]
      : [...(of.conflicts.length === 0 ? [approve] : []), at("send-back")];
  return <ReasonForm label={words("studio:switches.decide.note")} ways={ways} />;
}
