import { type App, AppError, call, FLAG, inputOf, person, themselves, UUID } from "../http/index.ts";
import { consentRoutes } from "./consent-routes.ts";
import { createCookies } from "./cookies.ts";
import { factorRoutes } from "./factor-routes.ts";
import { logInRoutes } from "./log-in-routes.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { prepareHashes } from "./password-hash.ts";
import { findPerson, isSuspended } from "./people.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import type { Room } from "./room.ts";
import type { AccountsRoutesDeps } from "./routes-deps.ts";
import { saleCodeRoutes } from "./sale-code-routes.ts";
import { sessionHook } from "./session-hook.ts";
import { sessionRoutes } from "./session-routes.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { socialRoutes } from "./social-routes.ts";
import { transferRoutes } from "./transfer-routes.ts";
import { walletRoutes } from "./wallet-routes.ts";

/** Registers the account calls of section 7, and the hook that authenticates the caller. */
export function accountsRoutes<User extends { readonly allowInvest: boolean }>(
  app: App,
  room: Room,
  deps: AccountsRoutesDeps<User>,
): void {
  const cookies = createCookies(room.config);
  sessionHook(app, room, cookies);
  app.addHook("onReady", prepareHashes);

  signUpRoutes(app, room, { ...deps, cookies });
  logInRoutes(app, room, cookies);
  recoveryRoutes(app, room, { ...deps, cookies });
  userRoute(app, deps);
  lockedRoute(app, room);
  factorRoutes(app, room);
  consentRoutes(app, room);
  maintenanceRoutes(app, room);
  passkeyRoutes(app, room, cookies);
  saleCodeRoutes(app, room);
  sessionRoutes(app, room);
  socialRoutes(app, room, cookies);
  transferRoutes(app, room, cookies);
  walletRoutes(app, room, {
    cookies,
    allowInvest: async (personId) => (await deps.userRecord(personId))?.allowInvest === true,
  });
}

function userRoute<User>(app: App, deps: AccountsRoutesDeps<User>): void {
  call(
    app,
    "GET /api/user/:id",
    {
      summary: "The user record, to its owner",
      tags: ["accounts"],
      access: person,
      params: inputOf({ id: UUID }),
      owner: themselves("id"),
      answers: { 200: deps.user },
      errors: ["not-found"],
    },
    async (request) => {
      const user = await deps.userRecord(request.owned);
      if (user === null) throw new AppError("not-found");
      return user;
    },
  );
}

function lockedRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/security/:uuid/security-locked",
    {
      summary: "Whether the account is locked: true or false",
      tags: ["accounts"],
      access: person,
      params: inputOf({ uuid: UUID }),
      owner: themselves("uuid"),
      answers: { 200: FLAG },
      errors: [],
      config: { lockedToo: true, keepsNobodyLoggedIn: true },
    },
    async (request) => {
      const person = await findPerson(room.db, request.owned);
      return person !== null && isSuspended(room, person);
    },
  );
}
