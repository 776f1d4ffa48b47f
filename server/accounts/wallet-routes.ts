import {
  type App,
  AppError,
  anonymous,
  call,
  FLAG,
  inputOf,
  NOTHING,
  named,
  objectOf,
  orNull,
  type Person,
  person,
  TEXT,
  type TypeOf,
} from "../http/index.ts";
import type { Cookies } from "./cookies.ts";
import { emailKey } from "./email.ts";
import { fromOf, handOver } from "./enter.ts";
import { findPerson } from "./people.ts";
import { ONCE, once } from "./repeated-calls.ts";
import type { Room } from "./room.ts";
import { EMAIL } from "./route-schemas.ts";
import { enterByWallet, linkWallet, noteWalletRead, readWallet, removeWallet } from "./wallet.ts";

const WalletProfile = named(
  "WalletProfile",
  objectOf(
    {
      trueMoneyId: TEXT,
      name: orNull(TEXT),
      mobile: orNull({ ...TEXT, description: "Masked by the partner" }),
    },
    "What the wallet partner says of whoever holds the access token",
  ),
);
const WalletMatched = named(
  "WalletMatched",
  objectOf(
    { token: TEXT, allowInvest: FLAG },
    "Who entered with a wallet; the session is in cookies as well",
  ),
);

/**
 * Limits the calls that ask the wallet partner. The limit is high enough for many people behind one address.
 */
const PARTNERS_LIMIT = { rateLimit: { max: 60, timeWindow: "1 minute" } };

/** Dependencies of the wallet routes besides the accounts module. */
type WalletRoutesDeps = {
  readonly cookies: Cookies;
  readonly allowInvest: (personId: string) => Promise<boolean>;
};

/** Registers the wallet calls of section 7, which trust only the partner's answer to the access token. */
export function walletRoutes(app: App, room: Room, deps: WalletRoutesDeps): void {
  profileRoute(app, room, deps.cookies);
  matchRoute(app, room, deps);
  removeRoute(app, room);
}

function profileRoute(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "GET /api/true-money/user/profile",
    {
      summary:
        "The wallet's profile, to whoever holds its access token in the cookie `<slug>_tmn_access_token`",
      tags: ["accounts"],
      access: anonymous,
      answers: { 200: WalletProfile },
      errors: ["wallet-invalid", "service-unavailable"],
      config: PARTNERS_LIMIT,
    },
    async (request) => {
      const profile = await readWallet(room, request.cookies[cookies.names.wallet]);
      if (!profile.ok) throw new AppError(profile.error.code);
      await noteWalletRead(room, profile.value, request.person?.id ?? null);
      return profile.value;
    },
  );
}

function matchRoute(app: App, room: Room, { cookies, allowInvest }: WalletRoutesDeps): void {
  call(
    app,
    "POST /api/auth/true-money-match",
    {
      summary:
        "Logs in with a wallet that was linked before, or links it to whoever is logged in and proved it anew (`/security/factor`); `trueMoneyId` must be that of the access token",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ email: EMAIL, trueMoneyId: { ...TEXT, minLength: 1, maxLength: 64 } }),
      answers: { 200: WalletMatched },
      errors: [
        "wallet-invalid",
        "wallet-taken",
        "wallet-differs",
        "proof-needed",
        "not-a-customer",
        "social-not-for-staff",
        "two-factor-by-password",
        "transfer-needed",
        "service-unavailable",
      ],
      config: PARTNERS_LIMIT,
    },
    async (request, reply) => {
      const { email, trueMoneyId } = request.body;
      const profile = await readWallet(room, request.cookies[cookies.names.wallet]);
      if (!profile.ok) throw new AppError(profile.error.code);
      if (profile.value.trueMoneyId !== trueMoneyId) throw new AppError("wallet-invalid");
      await noteWalletRead(room, profile.value, request.person?.id ?? null);
      if (request.person !== null) {
        const self = await linkOwn(room, request.person, { email, profile: profile.value });
        const token = request.cookies[cookies.names.token] ?? "";
        return { token, allowInvest: await allowInvest(self) };
      }
      const entered = await enterByWallet(room, {
        email,
        profile: profile.value,
        from: fromOf(cookies, request),
      });
      if (!entered.ok) throw new AppError(entered.error.code);
      await handOver(room, cookies, { request, reply }, entered.value);
      return { token: entered.value.token, allowInvest: await allowInvest(entered.value.personId) };
    },
  );
}

/** Links a wallet to the logged-in customer, who must have this e-mail. Returns the person. */
async function linkOwn(
  room: Room,
  person: Person,
  { email, profile }: { readonly email: string; readonly profile: TypeOf<typeof WalletProfile> },
): Promise<string> {
  const self = await findPerson(room.db, person.id);
  if (self?.role !== null) throw new AppError("social-not-for-staff");
  if (emailKey(self.email) !== emailKey(email)) throw new AppError("not-a-customer");
  const linked = await linkWallet(room, { personId: self.id, session: person.session, profile });
  if (!linked.ok) throw new AppError(linked.error.code);
  return self.id;
}

function removeRoute(app: App, room: Room): void {
  call(
    app,
    "POST /api/security/wallet/remove",
    {
      summary:
        "Unlinks the wallet that logs in, once its owner proved it anew (`/security/factor`); they are told by e-mail",
      tags: ["accounts"],
      access: person,
      ...ONCE,
      answers: NOTHING,
      errors: ["proof-needed", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async () => {
        const { id: personId, session } = request.person;
        if (session === undefined) throw new AppError("log-in-first");
        const removed = await removeWallet(room, { personId, session });
        if (!removed.ok) throw new AppError(removed.error.code);
      }),
  );
}
