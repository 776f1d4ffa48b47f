import { useQuery } from "@tanstack/react-query";
import { KeyRound, Mail, MessageSquareText, ShieldCheck, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { homeOf } from "../../kit/api/staff-places.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { Entries } from "../parts/entries.tsx";
import { PlaceRow } from "../parts/place-row.tsx";
import { RequireSession } from "../parts/require-session.tsx";
import { LinkedWallet } from "./linked-wallet.tsx";
import { Passkeys } from "./passkeys.tsx";
import "../../kit/parts/screens.css";

/** Number of remaining recovery codes at or below which the page advises getting new ones. */
const FEW_CODES = 3;

/** The page of an account's security: each protection, its status, and the flow that changes it. */
export default function SecurityScreen() {
  const words = useText();
  return (
    <InsidePage
      title={words("my-account:security.title")}
      back={{ href: "/me", name: words("my-account:security.title") }}
    >
      <div className="screen narrowscreen">
        <h1 tabIndex={-1}>{words("my-account:security.title")}</h1>
        <RequireSession>
          <Protection />
        </RequireSession>
      </div>
    </InsidePage>
  );
}

function Protection() {
  const words = useText();
  const role = useSession()?.user?.role;
  const { data, error, refetch } = useQuery({ ...get("/security"), refetchOnMount: "always" });
  if (data === undefined)
    return error === null ? <LoadingShape /> : <ErrorState error={error} retry={() => void refetch()} />;
  const { pin, twoFactorSince: since, recoveryCodesLeft: left } = data;
  return (
    <>
      <ul className="card list">
        <Standing icon={<Mail size={22} aria-hidden="true" />} title={data.email}>
          {words(data.emailConfirmed ? "my-account:security.emailYes" : "my-account:security.emailNo")}
        </Standing>
        <PlaceRow
          href="/pin"
          icon={<KeyRound size={22} aria-hidden="true" />}
          title={words("my-account:security.pin.label")}
        >
          {words(`my-account:security.pin.${pin}`)}
        </PlaceRow>
        <Standing
          icon={<Smartphone size={22} aria-hidden="true" />}
          title={words("my-account:security.twoFactor.label")}
        >
          {since === null
            ? words("my-account:security.twoFactor.off")
            : words("my-account:security.twoFactor.on", { since: formatDate(since) })}
        </Standing>
        <Standing
          icon={<MessageSquareText size={22} aria-hidden="true" />}
          title={words("my-account:security.sms.label")}
        >
          {data.phone ?? words("my-account:security.sms.off")}
        </Standing>
        {since === null ? null : (
          <Standing
            icon={<ShieldCheck size={22} aria-hidden="true" />}
            title={words("my-account:security.codes.label")}
          >
            {words("my-account:security.codes.left", { count: left })}
            {left < FEW_CODES ? ` · ${words("my-account:security.codes.few")}` : ""}
          </Standing>
        )}
      </ul>
      <Entries place="security" />
      <Passkeys />
      {data.wallet === null ? null : <LinkedWallet wallet={data.wallet} />}
      {role === null || role === undefined ? null : (
        <ButtonLink href={homeOf(role)}>{words("my-account:security.toStaff")}</ButtonLink>
      )}
    </>
  );
}

/** A row that shows a status and has no link. */
function Standing({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="item">
      <span className="ava">{icon}</span>
      <span>
        <b>{title}</b>
        <br />
        <small>{children}</small>
      </span>
    </li>
  );
}
