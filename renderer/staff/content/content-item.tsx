import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LANGUAGES, languageFacts } from "../../../engine/values/languages.ts";
import type { ContentDeskItem } from "../../kit/api/answers.ts";
import type { CallAt } from "../../kit/api/calls.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { atItsPlace, bangkokInstant, LaterApproval } from "../later-approval.tsx";
import { useReason } from "../use-reason.ts";
import { ContentForm } from "./content-form.tsx";
import { ContentText, PublishedText } from "./content-text.tsx";
import { labelOfField, shownValue } from "./content-words.ts";
import { keepContent, unsentContent } from "./unsent-content.ts";

type Waiting = NonNullable<ContentDeskItem["waiting"]>;
type Earlier = ContentDeskItem["earlier"][number];

/** What a colleague did first: another draft was submitted, or the version `id` was decided. */
type Overtaken = { readonly kind: "submission" } | { readonly kind: "decision"; readonly id: string };

/** A content item: its waiting draft beside the published version, and the form to edit it. */
export function ContentItem({
  type,
  itemKey,
}: {
  readonly type: ContentDeskItem["type"];
  readonly itemKey: string;
}) {
  const words = useText();
  const role = useSession()?.user?.role;
  const place = { type, key: itemKey };
  const item = useQuery(get("/content-desk/{type}/{key}", { path: place }));
  const [writing, setWriting] = useState(() => unsentContent(place) !== null);
  const [forms, setForms] = useState(0);
  const { overtaken, setOvertaken } = useOvertaken(item.data?.waiting != null);
  if (item.isPending) return <LoadingShape rows={6} />;
  if (item.isLoadingError) return <ErrorState error={item.error} retry={() => void item.refetch()} />;
  const { published, waiting, earlier } = item.data;
  const isNew = published.th === null;
  const mayWrite = role === "operations" && waiting === null;
  const isWriting = mayWrite && (writing || isNew);
  // The form reads unsent text when it is mounted, so other text needs a new form. The form of a new item stays.
  const newForm = (isOpen: boolean) => () => {
    setWriting(isOpen);
    setForms((before) => before + 1);
  };
  const onOvertaken = () => setOvertaken({ kind: "submission" });
  const goOnWith = ({ th, en, proposedAt }: Earlier) => {
    if (isWriting && unsentContent(place) !== null)
      return toast({ tone: "warn", text: words("staff:content.useTextLater") });
    keepContent(place, {
      typed: { th: th ?? {}, en: en ?? {} },
      note: "",
      base: published,
      from: proposedAt,
    });
    newForm(true)();
  };
  return (
    <section className="card judged">
      <Head type={type} itemKey={itemKey} />
      {!isNew && published.en === null ? (
        <Note tone="warn">{words("staff:content.untranslatedLong")}</Note>
      ) : null}
      <OvertakenNote item={item.data} by={overtaken} />
      {waiting ? <Waits item={item.data} of={waiting} onOvertaken={setOvertaken} /> : null}
      {isWriting ? (
        <ContentForm key={forms} item={item.data} onClose={newForm(false)} onOvertaken={onOvertaken} />
      ) : mayWrite ? (
        <div className="row wraps">
          <Button kind="main" onClick={() => setWriting(true)}>
            {words("staff:content.change")}
          </Button>
          {type === "home" || type === "page" ? null : <Remove place={place} onOvertaken={onOvertaken} />}
        </div>
      ) : null}
      {isWriting || published.th === null ? null : <PublishedText item={item.data} />}
      {earlier.length === 0 ? null : <Earlier item={item.data} onUse={mayWrite ? goOnWith : null} />}
    </section>
  );
}

function Head({ type, itemKey }: { readonly type: ContentDeskItem["type"]; readonly itemKey: string }) {
  const words = useText();
  return (
    <div className="screenhead">
      <div>
        <h1 tabIndex={-1}>{words(`staff:content.type.${type}`)}</h1>
        <p className="small">{itemKey}</p>
      </div>
    </div>
  );
}

/** Holds what a colleague did first, until the item's next draft begins or ends. */
function useOvertaken(isWaiting: boolean) {
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  useEffect(() => {
    const past = isWaiting ? "decision" : "submission";
    setOvertaken((before) => (before?.kind === past ? null : before));
  }, [isWaiting]);
  return { overtaken, setOvertaken };
}

/** Says why an action failed because a colleague was faster. The form of the action is gone by then. */
function OvertakenNote({ item, by }: { readonly item: ContentDeskItem; readonly by: Overtaken | null }) {
  const words = useText();
  const { waiting, earlier, type, key } = item;
  const decided = by?.kind === "decision" ? earlier.find(({ id }) => id === by.id) : undefined;
  const isKept = waiting !== null && unsentContent({ type, key }) !== null;
  const text =
    decided !== undefined
      ? words(`staff:content.overtaken.${decided.state}`, { who: decided.decidedBy ?? "–" })
      : by?.kind === "submission" && waiting !== null
        ? words(isKept ? "staff:content.overtaken.kept" : "staff:content.overtaken.draft")
        : isKept && !waiting.own
          ? words("staff:content.overtaken.kept")
          : null;
  return text === null ? null : (
    <Note tone="warn" role="alert">
      {text}
    </Note>
  );
}

/** Decided versions with their text, the latest first. The text of each can be used for a new draft. */
function Earlier({
  item,
  onUse,
}: {
  readonly item: ContentDeskItem;
  /** Begins a draft with a version's text; `null` if no draft can be written now. */
  readonly onUse: ((version: Earlier) => void) | null;
}) {
  const words = useText();
  return (
    <details>
      <summary>{words("staff:content.earlier")}</summary>
      {item.earlier.map((one) => (
        <details key={one.id}>
          <summary className="small">
            {formatInstant(one.proposedAt)} · {words(`staff:content.state.${one.state}`)} · {one.note}
            {one.proposedBy === null ? "" : ` · ${one.proposedBy}`}
            {one.decidedBy === null || one.state === "WITHDRAWN" ? "" : ` → ${one.decidedBy}`}
            {one.decisionNote === null ? "" : ` · ${one.decisionNote}`}
          </summary>
          {one.removes ? (
            <p className="small">{words("staff:content.removes")}</p>
          ) : (
            <div className="gap12">
              <ContentText fields={item.fields} of={one} />
              {onUse === null ? null : (
                <Button small onClick={() => onUse(one)}>
                  {words("staff:content.useText")}
                </Button>
              )}
            </div>
          )}
        </details>
      ))}
    </details>
  );
}

/** A submitted draft with its changes, and the decision of another person. */
function Waits({
  item,
  of,
  onOvertaken,
}: {
  readonly item: ContentDeskItem;
  readonly of: Waiting;
  readonly onOvertaken: OnOvertaken;
}) {
  const words = useText();
  return (
    <div className="gap12">
      <h2>{words(of.removes ? "staff:content.removes" : "staff:content.waits")}</h2>
      <p className="small">
        {words("staff:content.by", { who: of.proposedBy ?? "–", at: formatInstant(of.proposedAt) })} ·{" "}
        {of.note}
      </p>
      {of.schedule === null ? null : (
        <Note tone="info">
          {words("staff:content.scheduled", {
            at: formatInstant(of.schedule.at),
            who: of.schedule.by ?? "–",
          })}{" "}
          {of.schedule.note}
        </Note>
      )}
      {of.removes ? null : <Changed item={item} of={of} />}
      <Decision of={of} onOvertaken={onOvertaken} />
    </div>
  );
}

/** The fields that the draft changes, before and after, in each language. */
function Changed({ item, of }: { readonly item: ContentDeskItem; readonly of: Waiting }) {
  const words = useText();
  const changed = LANGUAGES.map((lng) => ({
    lng,
    fields: item.fields.filter(
      ({ pointer, shared }) =>
        !(shared && lng === "en") && (of[lng]?.[pointer] ?? "") !== (item.published[lng]?.[pointer] ?? ""),
    ),
  }));
  return (
    <>
      {of.en === null ? <Note tone="warn">{words("staff:content.untranslatedLong")}</Note> : null}
      {changed.map(({ lng, fields }) =>
        fields.length === 0 ? null : (
          <div key={lng} lang={lng}>
            <h3>{languageFacts(lng).name}</h3>
            {fields.map((field) => (
              <dl key={field.pointer} className="beforeafter contentchange">
                {(item.published[lng]?.[field.pointer] ?? "") === "" ? null : (
                  <div>
                    <dt>{words("staff:content.before")}</dt>
                    <dd>
                      <del className="block prewrap">
                        {shownValue(field, item.published[lng]?.[field.pointer] ?? "", words)}
                      </del>
                    </dd>
                  </div>
                )}
                <div className="now">
                  <dt>{labelOfField(field.pointer, words)}</dt>
                  <dd>
                    <ins className="block prewrap">
                      {shownValue(field, of[lng]?.[field.pointer] ?? "", words) || "–"}
                    </ins>
                  </dd>
                </div>
              </dl>
            ))}
          </div>
        ),
      )}
    </>
  );
}

type OnOvertaken = (by: Overtaken) => void;

/** Returns a handler that reports that version `id` was already decided. */
function decidedMeanwhile(id: string, onOvertaken: OnOvertaken) {
  return (failure: ApiFailure) => {
    if (failure.kind === "refused" && failure.code === "already-decided")
      onOvertaken({ kind: "decision", id });
  };
}

function Decision({ of, onOvertaken }: { readonly of: Waiting; readonly onOvertaken: OnOvertaken }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const { reason, later, deciding, decide, fault } = useDecision(of, onOvertaken);
  if (of.own) return <Withdraw of={of} onOvertaken={onOvertaken} />;
  if (role !== "compliance") return <Note>{words("staff:content.others")}</Note>;
  return (
    <div className="gap12">
      <TextAreaField
        {...reason.field}
        label={words("staff:content.reason")}
        maxLength={1_000}
        error={reason.isMissing ? words("staff:content.reasonNeeded") : fault}
      />
      <div className="row wraps">
        <Button kind="main" busy={deciding.doing === "approve"} onClick={() => decide("approve")}>
          {words("staff:content.publish")}
        </Button>
        <Button busy={deciding.doing === "reject"} onClick={() => decide("reject")}>
          {words("staff:content.refuse")}
        </Button>
      </div>
      <LaterApproval
        {...later}
        text={words("staff:content.laterText")}
        busy={deciding.doing === "schedule"}
        disabled={deciding.busy && deciding.doing !== "schedule"}
        onApprove={() => decide("schedule")}
      />
    </div>
  );
}

/** Holds the reason and the time of a decision. Sends the decision once nothing is missing. */
function useDecision(of: Waiting, onOvertaken: OnOvertaken) {
  const words = useText();
  const reason = useReason({ id: "content-decision" });
  const [moment, setMoment] = useState("");
  const [isMissing, setMissing] = useState(false);
  const path = { id: of.id };
  const deciding = useAction({
    call: (press: "approve" | "reject" | "schedule") =>
      press === "schedule"
        ? call("POST", "/content-versions/{id}/schedule", {
            path,
            body: { note: reason.given, at: bangkokInstant(moment) ?? "" },
          })
        : call("POST", `/content-versions/{id}/${press}`, { path, body: { note: reason.given } }),
    changes: ["/content-desk"],
    said: (press) =>
      press === "schedule"
        ? words("staff:later.done")
        : words(`staff:content.${press === "approve" ? "didPublish" : "didRefuse"}`),
    failed: decidedMeanwhile(of.id, onOvertaken),
  });
  const id = "content-decision-at";
  const decide = (press: "approve" | "reject" | "schedule") =>
    reason.demand(() => {
      const lacksTime = press === "schedule" && bangkokInstant(moment) === null;
      setMissing(lacksTime);
      if (lacksTime) document.getElementById(id)?.focus();
      else deciding.run(press);
    });
  const { time, other } = atItsPlace(deciding);
  const onMoment = (next: string) => {
    setMoment(next);
    setMissing(false);
    if (time !== null) deciding.forget();
  };
  const error = isMissing ? words("staff:later.atNeeded") : time;
  return { reason, deciding, decide, fault: other, later: { id, moment, onMoment, error } };
}

/** Withdraws a waiting version; only its author can. */
function Withdraw({ of, onOvertaken }: { readonly of: Waiting; readonly onOvertaken: OnOvertaken }) {
  const words = useText();
  const reason = useReason({ id: "content-withdraw" });
  const withdrawing = useAction({
    call: (_: undefined) =>
      call("POST", "/content-versions/{id}/withdraw", { path: { id: of.id }, body: { note: reason.given } }),
    changes: ["/content-desk"],
    said: () => words("staff:content.didWithdraw"),
    failed: decidedMeanwhile(of.id, onOvertaken),
  });
  return (
    <div className="gap12">
      <Note>{words("staff:content.own")}</Note>
      <TextAreaField
        {...reason.field}
        label={words("staff:content.withdrawWhy")}
        maxLength={1_000}
        error={reason.isMissing ? words("staff:content.reasonNeeded") : withdrawing.fault}
      />
      <div>
        <Button busy={withdrawing.busy} onClick={() => reason.demand(() => withdrawing.run(undefined))}>
          {words("staff:content.withdraw")}
        </Button>
      </div>
    </div>
  );
}

function Remove({
  place,
  onOvertaken,
}: {
  readonly place: CallAt<"POST", "/content-desk/{type}/{key}/remove">["path"];
  readonly onOvertaken: () => void;
}) {
  const words = useText();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const asking = useAction({
    call: () =>
      call("POST", "/content-desk/{type}/{key}/remove", { path: place, body: { note: note.trim() } }),
    changes: ["/content-desk"],
    said: () => words("staff:content.sent"),
    failed: (failure) => {
      if (failure.kind === "refused" && failure.code === "content-waits-already") onOvertaken();
    },
  });
  if (!open) return <Button onClick={() => setOpen(true)}>{words("staff:content.remove")}</Button>;
  return (
    <div className="gap12">
      <TextAreaField
        id="content-remove"
        label={words("staff:content.removeWhy")}
        value={note}
        error={asking.fault}
        onValue={setNote}
      />
      <div className="row wraps">
        <Button disabled={note.trim().length < 3} busy={asking.busy} onClick={() => asking.run(undefined)}>
          {words("staff:content.removeSend")}
        </Button>
        <Button onClick={() => setOpen(false)}>{words("staff:content.cancel")}</Button>
      </div>
    </div>
  );
}
