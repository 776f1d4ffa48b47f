import {
  FileSignature,
  Headphones,
  IdCard,
  KeyRound,
  LogOut,
  MessageSquareWarning,
  MonitorSmartphone,
  ShieldCheck,
} from "lucide-react";
import type { User } from "../../kit/api/answers.ts";
import { logOut, useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { LanguageSwitch } from "../../kit/parts/language-switch.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { CasesRow } from "../cases/cases-row.tsx";
import { NotificationsRow } from "../notifications/notifications-row.tsx";
import { isRejected } from "../overview/last-decision.tsx";
import { Entries } from "../parts/entries.tsx";
import { PlaceRow } from "../parts/place-row.tsx";
import { MorePlaces } from "./more-places.tsx";
import "../../kit/parts/screens.css";

/** The fourth tab: identity, verification status, settings. */
export default function MeScreen() {
  const words = useText();
  const session = useSession();
  return (
    <InsidePage title={words("my-account:me.title")}>
      <div className="screen narrowscreen">
        <h1 tabIndex={-1}>{words("my-account:me.title")}</h1>
        {session === null ? (
          <EmptyState
            title={words("my-account:me.guest.title")}
            action={{ href: "/login", label: words("button:logIn") }}
          >
            {words("my-account:me.guest.text")}
          </EmptyState>
        ) : session.user === null ? (
          <LoadingShape />
        ) : (
          <Known user={session.user} />
        )}
      </div>
    </InsidePage>
  );
}

function Known({ user }: { readonly user: User }) {
  const words = useText();
  const kyc = user.kyc.status ?? "NONE";
  const rejected = isRejected(user);
  return (
    <>
      <section className="card card--pad">
        <b>{user.email}</b>
        <p className="small">{words(`my-account:me.type.${user.customerType}`)}</p>
        <p className="rowwrap">
          <Badge tone={user.isVerified ? "gain" : "warn"}>
            {words(user.isVerified ? "my-account:me.emailVerified" : "my-account:me.emailOpen")}
          </Badge>
          <Badge
            tone={kyc === "VERIFIED" ? "gain" : kyc === "REJECTED" || kyc === "OVERDUE" ? "loss" : "warn"}
          >
            {words(rejected ? "my-account:me.notApproved" : `my-account:me.kyc.${kyc}`)}
          </Badge>
        </p>
      </section>
      <ul className="card list">
        {user.role === null ? <NotificationsRow /> : null}
        <PlaceRow
          href={rejected ? "/overview" : "/kyc"}
          icon={<ShieldCheck size={22} aria-hidden="true" />}
          title={words("my-account:me.verify")}
        >
          {words(
            rejected
              ? "my-account:me.notApprovedText"
              : kyc === "VERIFIED"
                ? "my-account:me.verified"
                : "my-account:me.verifyText",
          )}
        </PlaceRow>
        <PlaceRow
          href="/me/profile"
          icon={<IdCard size={22} aria-hidden="true" />}
          title={words("my-account:profile.title")}
        >
          {words("my-account:profile.place")}
        </PlaceRow>
        <PlaceRow
          href="/me/security"
          icon={<KeyRound size={22} aria-hidden="true" />}
          title={words("my-account:security.title")}
        >
          {words("my-account:security.text")}
        </PlaceRow>
        <PlaceRow
          href="/me/sessions"
          icon={<MonitorSmartphone size={22} aria-hidden="true" />}
          title={words("access:sessions.place")}
        >
          {words("access:sessions.placeText")}
        </PlaceRow>
        <PlaceRow
          href="/legal/terms"
          icon={<FileSignature size={22} aria-hidden="true" />}
          title={words("my-account:me.legal")}
        >
          {words("my-account:me.legalText")}
        </PlaceRow>
        <PlaceRow
          href="/contact"
          icon={<Headphones size={22} aria-hidden="true" />}
          title={words("my-account:me.contact")}
        >
          {words("my-account:me.contactText")}
        </PlaceRow>
        {user.role === null ? <CasesRow /> : null}
        <PlaceRow
          href="/complaint"
          icon={<MessageSquareWarning size={22} aria-hidden="true" />}
          title={words("my-account:me.complaint")}
        >
          {words("my-account:me.complaintText")}
        </PlaceRow>
      </ul>
      {user.role === null ? <MorePlaces /> : null}
      <Entries place="me" />
      <div className="rowwrap">
        <LanguageSwitch />
        <Button onClick={() => void logOut()}>
          <LogOut size={18} aria-hidden="true" /> {words("button:logOut")}
        </Button>
      </div>
    </>
  );
}
