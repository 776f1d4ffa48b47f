import {
  type App,
  AppError,
  anonymous,
  call,
  clientOf,
  evenly,
  inputOf,
  NOTHING,
  orNull,
} from "../http/index.ts";
import { checkRecovery, recoverAccount } from "./account-recovery.ts";
import { LinkOwner, PhoneLink, RecoveryOwner } from "./answers.ts";
import { passwordFault, refuseFaults } from "./check-input.ts";
import type { Cookies } from "./cookies.ts";
import { checkReset, forgetPassword, resetPassword, withdrawRecovery } from "./password-reset.ts";
import { checkPhoneLink } from "./restore-phone.ts";
import type { Room } from "./room.ts";
import { EMAIL, givenOf, SECRET, SHORT, TOKEN } from "./route-schemas.ts";
import type { AccountsRoutesDeps } from "./routes-deps.ts";

/**
 * Registers the calls that use a link to set a new password, restore a phone number, or recover the whole
 * account.
 */
export function recoveryRoutes(
  app: App,
  room: Room,
  deps: Pick<AccountsRoutesDeps<unknown>, "undoPhoneChange"> & { readonly cookies: Cookies },
): void {
  passwordRoutes(app, room, deps.cookies);
  undoPhoneRoutes(app, room, deps);
  recoveryLinkRoutes(app, room);
  recoverRoute(app, room, deps.cookies);
}

function passwordRoutes(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "POST /api/auth/forget-password",
    {
      summary: "Sends a link for a new password where the e-mail has an account; always 204",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ email: EMAIL }),
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      await evenly(room.config.evenMs, () =>
        room.db.transaction().execute((tx) => forgetPassword(room, tx, request.body.email)),
      );
    },
  );

  call(
    app,
    "POST /api/auth/reset-password/verify",
    {
      summary: "Whether a link for a new password works: the masked e-mail, else null",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: orNull(LinkOwner) },
      errors: [],
    },
    async (request) => await checkReset(room, request.body.token),
  );

  call(
    app,
    "POST /api/auth/reset-password",
    {
      summary: "Sets a new password by a link and ends every session",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN, password: SECRET }),
      answers: NOTHING,
      errors: ["link-invalid"],
    },
    async (request, reply) => {
      refuseFaults([passwordFault(request.body.password)]);
      const reset = await resetPassword(room, { ...request.body, client: clientOf(request) });
      if (!reset.ok) {
        if (reset.error.code === "new-password") refuseFaults([reset.error.field]);
        throw new AppError("link-invalid");
      }
      cookies.clear(reply);
    },
  );
}

function undoPhoneRoutes(
  app: App,
  room: Room,
  { undoPhoneChange, cookies }: Parameters<typeof recoveryRoutes>[2],
): void {
  call(
    app,
    "POST /api/auth/undo-phone/verify",
    {
      summary: "Whether a link undoes a change of phone number: both numbers masked, else null",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: orNull(PhoneLink) },
      errors: [],
    },
    async (request) => await checkPhoneLink(room, request.body.token),
  );

  call(
    app,
    "POST /api/auth/undo-phone",
    {
      summary: "Restores the former phone number by a link, once, and ends every session",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: NOTHING,
      errors: ["link-invalid", "phone-taken"],
    },
    async (request, reply) => {
      const undone = await undoPhoneChange(request.body.token);
      if (!undone.ok) throw new AppError(undone.error.code);
      cookies.clear(reply);
    },
  );
}

function recoveryLinkRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/auth/account-recovery/start",
    {
      summary: "Sends a link that recovers an account where the e-mail has one; always 204",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ email: EMAIL }),
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      await evenly(room.config.evenMs, () =>
        room.db
          .transaction()
          .execute((tx) => forgetPassword(room, tx, request.body.email, "account-recovery")),
      );
    },
  );

  call(
    app,
    "POST /api/auth/account-recovery/verify",
    {
      summary: "Whether a link recovers an account, and what it asks besides; null on failure",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: orNull(RecoveryOwner) },
      errors: [],
    },
    async (request) => await checkRecovery(room, request.body.token),
  );

  call(
    app,
    "POST /api/auth/account-recovery/withdraw",
    {
      summary: "Ends a recovery by its link without any change; links for a new password work again",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: NOTHING,
      errors: ["link-invalid"],
    },
    async (request) => {
      const withdrawn = await withdrawRecovery(room, request.body.token);
      if (!withdrawn.ok) throw new AppError(withdrawn.error.code);
    },
  );
}

function recoverRoute(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "POST /api/auth/account-recovery",
    {
      summary:
        "Recovers an account by a link and, where a second factor is on, a recovery code: sets the new password, turns the factor off, ends every session",
      tags: ["accounts"],
      access: anonymous,
      body: inputOf({ token: TOKEN, password: SECRET, "recoveryCode?": SHORT }),
      answers: NOTHING,
      errors: ["link-invalid", "two-factor-needed", "two-factor-wrong"],
    },
    async (request, reply) => {
      const { token, password, recoveryCode } = request.body;
      refuseFaults([passwordFault(password)]);
      const recovered = await recoverAccount(room, {
        token,
        password,
        recoveryCode: givenOf(recoveryCode),
        client: clientOf(request),
      });
      if (!recovered.ok) {
        if (recovered.error.code === "new-password") refuseFaults([recovered.error.field]);
        else throw new AppError(recovered.error.code);
      }
      cookies.clear(reply);
    },
  );
}
