import {
  FileSignature,
  Headphones,
  IdCard,
  KeyRound,
  LogOut,
  type LucideIcon,
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

/** The page under the fourth tab: identity, verification status, settings. */
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
  return (
    <>
      <WhoIsLoggedIn user={user} />
      <ul className="card list">
        {user.role === null ? <NotificationsRow /> : null}
        <VerificationRow user={user} />
        {PLACES.map((place) => (
          <NamedRow key={place.href} {...place} />
        ))}
        {user.role === null ? <CasesRow /> : null}
        <NamedRow {...COMPLAINT} />
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

/**
 * A list entry that links to another page: its address, its icon, and the text keys of its name and of the
 * line below.
 */
type Place = {
  readonly href: string;
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
};

const PLACES: readonly Place[] = [
  {
    href: "/me/profile",
    Icon: IdCard,
    title: "my-account:profile.title",
    text: "my-account:profile.place",
  },
  {
    href: "/me/security",
    Icon: KeyRound,
    title: "my-account:security.title",
    text: "my-account:security.text",
  },
  {
    href: "/me/sessions",
    Icon: MonitorSmartphone,
    title: "access:sessions.place",
    text: "access:sessions.placeText",
  },
  {
    href: "/legal/terms",
    Icon: FileSignature,
    title: "my-account:me.legal",
    text: "my-account:me.legalText",
  },
  { href: "/contact", Icon: Headphones, title: "my-account:me.contact", text: "my-account:me.contactText" },
];

const COMPLAINT: Place = {
  href: "/complaint",
  Icon: MessageSquareWarning,
  title: "my-account:me.complaint",
  text: "my-account:me.complaintText",
};

function NamedRow({ href, Icon, title, text }: Place) {
  const words = useText();
  return (
    <PlaceRow href={href} icon={<Icon size={22} aria-hidden="true" />} title={words(title)}>
      {words(text)}
    </PlaceRow>
  );
}

/** The e-mail address and type of the account, and the progress of its verification. */
function WhoIsLoggedIn({ user }: { readonly user: User }) {
  const words = useText();
  const kyc = user.kyc.status ?? "NONE";
  return (
    <section className="card card--pad">
      <b>{user.email}</b>
      <p className="small">{words(`my-account:me.type.${user.customerType}`)}</p>
      <p className="rowwrap">
        <Badge tone={user.isVerified ? "gain" : "warn"}>
          {words(user.isVerified ? "my-account:me.emailVerified" : "my-account:me.emailOpen")}
        </Badge>
        <Badge tone={kyc === "VERIFIED" ? "gain" : kyc === "REJECTED" || kyc === "OVERDUE" ? "loss" : "warn"}>
          {words(isRejected(user) ? "my-account:me.notApproved" : `my-account:me.kyc.${kyc}`)}
        </Badge>
      </p>
    </section>
  );
}

function VerificationRow({ user }: { readonly user: User }) {
  const words = useText();
  const { status } = user.kyc;
  const rejected = isRejected(user);
  return (
    <PlaceRow
      href={rejected ? "/overview" : "/kyc"}
      icon={<ShieldCheck size={22} aria-hidden="true" />}
      title={words("my-account:me.verify")}
    >
      {words(
        rejected
          ? "my-account:me.notApprovedText"
          : status === "VERIFIED"
            ? "my-account:me.verified"
            : "my-account:me.verifyText",
      )}
    </PlaceRow>
  );
}
