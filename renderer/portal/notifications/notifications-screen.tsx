import { useQuery } from "@tanstack/react-query";
import { Bell, ChevronRight, CircleAlert, CreditCard } from "lucide-react";
import { useEffect } from "react";
import type { Notifications } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get, queryClient } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { keepWhole, useLanguage, useText } from "../../kit/text/i18n.ts";
import { CasesWaiting } from "../cases/cases-waiting.tsx";
import { PlaceRow } from "../parts/place-row.tsx";
import { LEADS_TO } from "../prompts/leads-to.ts";
import { LetterChoices } from "./letter-choices.tsx";
import "../../kit/parts/screens.css";
import "./notifications.css";

type Letter = Notifications["letters"][number];
type Waiting = Notifications["waiting"][number];

/** The page of pending tasks and sent messages. Opening it marks the messages as read. */
export default function NotificationsScreen() {
  const words = useText();
  const title = words("my-account:notifications.title");
  return (
    <InsidePage title={title} back={{ href: "/me", name: title }}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <Known />}
    </InsidePage>
  );
}

function Known() {
  const words = useText();
  const notifications = useQuery(get("/notifications"));
  const newest = notifications.data?.letters[0]?.at;
  const unread = notifications.data?.unread ?? 0;
  // Messages on screen stay marked as new until the next visit.
  useEffect(() => {
    if (newest !== undefined && unread > 0)
      void call("POST", "/notifications/read", { body: { until: newest } }).then(() =>
        // Pages that are opened later load the messages again. This page does not, so new messages stay
        // marked on it.
        queryClient.invalidateQueries({ ...get("/notifications"), refetchType: "none" }),
      );
  }, [newest, unread]);
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{words("my-account:notifications.title")}</h1>
      {notifications.isPending ? <LoadingShape rows={4} /> : null}
      {notifications.isError ? (
        <ErrorState error={notifications.error} retry={() => void notifications.refetch()} />
      ) : null}
      {notifications.data ? (
        <>
          <CasesWaiting />
          <NotificationList of={notifications.data} />
          <LetterChoices />
        </>
      ) : null}
    </div>
  );
}

/** The list of pending tasks, followed by the messages. */
export function NotificationList({ of }: { readonly of: Notifications }) {
  const words = useText();
  return (
    <>
      {of.waiting.length === 0 ? null : (
        <section className="gap8" aria-labelledby="waiting">
          <h2 id="waiting">{words("my-account:notifications.waiting")}</h2>
          <ul className="card list">
            {of.waiting.map((one) => (
              <WaitingRow key={one.order?.id ?? one.kind} of={one} />
            ))}
          </ul>
        </section>
      )}
      <section className="gap8" aria-labelledby="sent">
        <h2 id="sent">{words("my-account:notifications.sent")}</h2>
        {of.letters.length === 0 ? (
          <EmptyState icon={Bell} title={words("my-account:notifications.none.title")}>
            {words("my-account:notifications.none.text")}
          </EmptyState>
        ) : (
          <>
            <ul className="card list letters">
              {of.letters.map((letter) => (
                <LetterRow key={letter.id} of={letter} />
              ))}
            </ul>
            <p className="small">{words("my-account:notifications.whole")}</p>
          </>
        )}
      </section>
    </>
  );
}

function WaitingRow({ of }: { readonly of: Waiting }) {
  const words = useText();
  if (of.order !== null)
    return (
      <PlaceRow
        href={`/orders/${of.order.id}`}
        icon={<CreditCard size={22} aria-hidden="true" />}
        title={words("my-account:notifications.pay", { strategy: of.order.strategy })}
      >
        {of.order.reference}
      </PlaceRow>
    );
  if (of.kind === "pay") return null;
  const href = of.kind === "consents" ? "/overview" : LEADS_TO[of.kind];
  return (
    <PlaceRow
      href={href}
      icon={<CircleAlert size={22} aria-hidden="true" />}
      title={words(`my-account:notifications.asked.${of.kind}`)}
    />
  );
}

function LetterRow({ of }: { readonly of: Letter }) {
  const words = useText();
  const lng = useLanguage();
  const inside = (
    <>
      <span className="ava">
        <Bell size={20} aria-hidden="true" />
      </span>
      <span>
        <b>{keepWhole(of.title[lng])}</b>
        <br />
        <small>
          {formatInstant(of.at)} · {words(`my-account:notifications.channel.${of.channel}`)}{" "}
          {of.unread ? <Badge tone="info">{words("my-account:notifications.new")}</Badge> : null}
        </small>
      </span>
      {of.href === null ? <span /> : <ChevronRight size={20} aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {of.href === null ? (
        <div className="item">{inside}</div>
      ) : (
        <a className="item" href={of.href}>
          {inside}
        </a>
      )}
    </li>
  );
}
