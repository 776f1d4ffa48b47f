import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OwnProfile as Answer, User } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { SaveAs } from "../../kit/parts/save-as.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { accountNamed } from "../../kit/text/account-named.ts";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { RequireSession } from "../parts/require-session.tsx";
import { Consents } from "./consents.tsx";
import { Part } from "./profile-part.tsx";
import "../../kit/parts/screens.css";

/** What the portal knows about an investor: identity, payout account, consents. */
export default function ProfileScreen() {
  const words = useText();
  const session = useSession();
  const title = words("my-account:profile.title");
  return (
    <RequireSession>
      <InsidePage title={title} at="/me" back={{ href: "/me", name: title }}>
        <div className="screen narrowscreen">
          <div>
            <h1 tabIndex={-1}>{title}</h1>
            <p className="mut">{words("my-account:profile.intro")}</p>
          </div>
          {session?.user ? <Known user={session.user} /> : <LoadingShape />}
        </div>
      </InsidePage>
    </RequireSession>
  );
}

function Known({ user }: { readonly user: User }) {
  const words = useText();
  const { data, error, refetch } = useQuery(get("/my-profile"));
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={4} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <>
      <Identity user={user} of={data} />
      <Money of={data} />
      {user.suit.level === null || data.suitability === null ? null : (
        <Suitability suit={user.suit} level={user.suit.level} of={data.suitability} />
      )}
      {data.taxResidence === null ? null : <TaxResidence of={data.taxResidence} />}
      <Consents />
      <SentToUs />
      <p className="small">
        {words("my-account:profile.wrong")}{" "}
        <a className="link" href="/flows/data-request">
          {words("my-account:profile.rights")}
        </a>
      </p>
    </>
  );
}

/**
 * Returns a function that makes a line of this screen; the line's label is found by its key. If the value is
 * missing, the line says so.
 */
function useProfilePair() {
  const words = useText();
  return (key: string, value: ReactNode): Pair => ({
    key,
    label: words(`my-account:profile.${key}`),
    value: value ?? words("my-account:profile.notYet"),
  });
}

/** The person's identity and contact data, with links to change them. */
function Identity({ user, of }: { readonly user: User; readonly of: Answer }) {
  const words = useText();
  const language = useLanguage();
  const pair = useProfilePair();
  const { names, birthDate, document, phone, phoneGetsCodes, address, work } = of;
  const company = user.customerType === "JURISTIC";
  return (
    <Part title={words("my-account:profile.who")} change={null}>
      <Pairs
        of={[
          ...(company ? [pair("company", user.companyName)] : []),
          pair(company ? "signatory" : "name", names?.[language] ?? null),
          ...(company ? [] : [pair("birthDate", birthDate === null ? null : formatDate(birthDate))]),
          pair(company ? "registration" : "card", document),
          pair("email", user.email),
          pair("phone", phone === null ? null : <Phone number={phone} getsCodes={phoneGetsCodes} />),
          ...(address === null ? [] : [pair("address", address)]),
          ...(work === null ? [] : [pair("work", <Work of={work} />)]),
        ]}
      />
      {names === null ? (
        <a className="btn btn--main" href="/kyc">
          {words("my-account:profile.verify")}
        </a>
      ) : (
        <p className="rowwrap">
          <a className="btn btn--line" href="/flows/personal">
            {words("my-account:profile.change")}
          </a>
          <a className="btn btn--line" href="/flows/phone">
            {words(`my-account:profile.${phoneGetsCodes ? "changePhone" : "setPhone"}`)}
          </a>
          <a className="btn btn--line" href="/flows/email">
            {words("my-account:profile.changeEmail")}
          </a>
        </p>
      )}
    </Part>
  );
}

/** A phone number and how it is used: to receive codes, or only as part of the identity. */
function Phone({ number, getsCodes }: { readonly number: string; readonly getsCodes: boolean }) {
  const words = useText();
  return (
    <>
      {number}
      <small className="block mut">
        {words(`my-account:profile.phoneOf.${getsCodes ? "codes" : "identity"}`)}
      </small>
    </>
  );
}

/** The payout account, the wallet and the contract. */
function Money({ of }: { readonly of: Answer }) {
  const words = useText();
  const pair = useProfilePair();
  const { names, bank, nextBank, wallet, contract } = of;
  return (
    <Part title={words("my-account:profile.money")} change={null}>
      <Pairs
        of={[
          pair("bank", bank === null ? null : <Account of={bank} inUse />),
          ...(nextBank === null ? [] : [pair("nextBank", <Account of={nextBank} />)]),
          pair("wallet", wallet === null ? null : <Wallet of={wallet} />),
          ...(contract === null
            ? []
            : [
                pair(
                  "contract",
                  words("my-account:profile.signed", {
                    version: contract.version,
                    at: formatInstant(contract.signedAt),
                  }),
                ),
              ]),
        ]}
      />
      {nextBank === null ? null : <p className="small">{words("my-account:profile.nextBankNote")}</p>}
      <p className="rowwrap">
        {names === null || nextBank !== null ? null : (
          <a className="btn btn--line" href="/flows/bank">
            {words(`my-account:profile.${bank === null ? "saveBank" : "changeBank"}`)}
          </a>
        )}
        <a className="btn btn--line" href="/flows/wallet">
          {words(`my-account:profile.${wallet === null ? "saveWallet" : "changeWallet"}`)}
        </a>
        <a className="link" href="/documents">
          {words("my-account:profile.documents")}
        </a>
      </p>
    </Part>
  );
}

function Wallet({ of }: { readonly of: NonNullable<Answer["wallet"]> }) {
  const words = useText();
  return (
    <>
      {of.address}{" "}
      <Badge tone={of.verified ? "gain" : "warn"}>
        {words(`my-account:profile.${of.verified ? "verified" : "waiting"}`)}
      </Badge>{" "}
      <CopyButton
        text={of.address}
        of={words("my-account:profile.wallet")}
        said={words("my-account:profile.addressCopied")}
      />
    </>
  );
}

function Suitability({
  suit,
  level,
  of,
}: {
  readonly suit: User["suit"];
  readonly level: NonNullable<User["suit"]["level"]>;
  readonly of: NonNullable<Answer["suitability"]>;
}) {
  const words = useText();
  const pair = useProfilePair();
  return (
    <Part
      title={words("my-account:profile.suitability")}
      change={{ href: "/flows/suitability", label: words("my-account:profile.answerAgain") }}
    >
      <Pairs
        of={[
          pair("result", words("my-account:profile.level", { level, risk: suit.maxRisk ?? 0 })),
          pair("answered", formatInstant(of.answeredAt)),
          pair(
            "goodUntil",
            <>
              {formatDate(of.goodUntil)}{" "}
              {suit.status === "OVERDUE" ? (
                <Badge tone="warn">{words("my-account:profile.overdue")}</Badge>
              ) : null}
            </>,
          ),
        ]}
      />
    </Part>
  );
}

function TaxResidence({ of }: { readonly of: NonNullable<Answer["taxResidence"]> }) {
  const words = useText();
  const pair = useProfilePair();
  return (
    <Part
      title={words("my-account:profile.taxResidence")}
      change={{ href: "/flows/tax-residence", label: words("my-account:profile.declareAgain") }}
    >
      <Pairs
        of={[
          pair("declared", formatDate(of.declaredOn)),
          pair("taxForm", words(`my-account:profile.taxForms.${of.form}`)),
          ...(of.goodUntil === null ? [] : [pair("goodUntil", formatDate(of.goodUntil))]),
        ]}
      />
    </Part>
  );
}

/** The person's occupation and employer. */
function Work({ of }: { readonly of: NonNullable<Answer["work"]> }) {
  const words = useText();
  const { occupation, other, workplace } = of;
  return (
    <>
      {other ?? words(`form:common.occupation.options.${occupation}`)}
      {workplace === null ? null : <span className="block wrap">{workplace}</span>}
    </>
  );
}

/** A bank account with its state: in use, on hold until a time, or being checked. */
function Account({
  of,
  inUse = false,
}: {
  readonly of: NonNullable<Answer["bank"]>;
  /**
   * Whether payments go to this account, now or after a waiting period. If false, the account is to replace
   * the current one.
   */
  readonly inUse?: boolean;
}) {
  const words = useText();
  const { bank, number, verified, from } = of;
  return (
    <>
      {accountNamed(`${bank} ${number}`)}{" "}
      <Badge tone={verified && from === null ? "gain" : "warn"}>
        {from === null
          ? words(`my-account:profile.${verified ? "verified" : "waiting"}`)
          : words(`my-account:profile.${inUse ? "heldUntil" : "paidFrom"}`, { at: formatInstant(from) })}
      </Badge>
    </>
  );
}

/** A section with buttons that download a file. The file contains everything that the investor submitted. */
function SentToUs() {
  const words = useText();
  return (
    <Part title={words("my-account:profile.sent")} change={null}>
      <SaveAs
        from="/api/my-answers"
        name="my-answers"
        label={(format) => words("my-account:profile.sentAs", { format })}
      />
    </Part>
  );
}
