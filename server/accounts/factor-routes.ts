import { record } from "../audit/index.ts";
import { type App, AppError, call, clientOf, inputOf, NOTHING, person } from "../http/index.ts";
import { Enrolment, RecoveryCodes, Security } from "./answers.ts";
import { beginTotp, twoFactorSince } from "./authenticator.ts";
import { ownerProof, proveOwner } from "./owner-proof.ts";
import { findPerson, type PersonRecord } from "./people.ts";
import { maskedPhone } from "./phones.ts";
import { makeRecoveryCodes, recoveryCodesLeft } from "./recovery-codes.ts";
import { ONCE, once } from "./repeated-calls.ts";
import type { Room } from "./room.ts";
import { SHORT } from "./route-schemas.ts";
import { noteFactor } from "./sessions.ts";

/** Registers the routes for log-in methods other than the password. */
export function factorRoutes(app: App, room: Room): void {
  protectionRoute(app, room);
  proofRoute(app, room);
  authenticatorRoutes(app, room);
}

function protectionRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/security",
    {
      summary: "How somebody's own account is protected",
      tags: ["accounts"],
      access: person,
      answers: { 200: Security },
      errors: ["not-found"],
    },
    async ({ person: asker }) => {
      const { id } = asker;
      const found = await findPerson(room.db, id);
      if (found === null) throw new AppError("not-found");
      const since = await twoFactorSince(room.db, id);
      return {
        email: found.email,
        emailConfirmed: found.isVerified,
        pin: pinOf(found),
        twoFactorSince: since?.toISOString() ?? null,
        recoveryCodesLeft: await recoveryCodesLeft(room.db, id),
        phone: await maskedPhone(room.db, id),
        wallet: found.trueMoneyId === null ? null : `•••${found.trueMoneyId.slice(-4)}`,
        proof: await ownerProof(room, asker),
      };
    },
  );
}

function pinOf({ hasPin, hadPin }: Pick<PersonRecord, "hasPin" | "hadPin">): "on" | "off" | "blocked" {
  if (hasPin) return "on";
  return hadPin ? "blocked" : "off";
}

function proofRoute(app: App, room: Room): void {
  call(
    app,
    "POST /api/security/factor",
    {
      summary:
        "Proves again, for five minutes, that it is the owner: by a code of the app or a recovery code where two-step log-in is on and of staff, else by the PIN, else by a code sent to the mailbox for the action `change-wallet`",
      tags: ["accounts"],
      access: person,
      body: inputOf({ code: SHORT }),
      ...ONCE,
      answers: NOTHING,
      errors: ["two-factor-wrong", "code-wrong", "pin-blocked", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async (keep) => {
        const { id: personId, session, renewal } = request.person;
        if (session === undefined) throw new AppError("log-in-first");
        const by = await ownerProof(room, request.person);
        const proved = await proveOwner(room, {
          personId,
          session,
          by,
          code: request.body.code,
          action: "change-wallet",
          client: clientOf(request),
        });
        if (!proved.ok) throw new AppError(proved.error.code);
        await room.db.transaction().execute(async (tx) => {
          await noteFactor(tx, session, room.clock.wall());
          renewal?.prove(tx);
          const subject = `person:${personId}` as const;
          await record(tx, room.clock, {
            actor: subject,
            action: "accounts.proveFactor",
            subject,
            detail: { by },
          });
          await keep(tx, undefined);
        });
      }),
  );
}

function authenticatorRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/security/authenticator",
    {
      summary: "A secret for an authenticator app, which counts once a code of it was given",
      tags: ["accounts"],
      access: person,
      ...ONCE,
      answers: { 200: Enrolment },
      errors: ["two-factor-on", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async () => {
        const { id: personId, session } = request.person;
        if (session === undefined) throw new AppError("log-in-first");
        const begun = await beginTotp(room, { personId, session });
        if (!begun.ok) throw new AppError(begun.error.code);
        return begun.value;
      }),
  );

  call(
    app,
    "POST /api/security/recovery-codes",
    {
      summary: "Eight recovery codes, shown once, in the place of those before",
      tags: ["accounts"],
      access: person,
      ...ONCE,
      answers: { 200: RecoveryCodes },
      errors: ["recovery-codes-closed", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async () => {
        const made = await makeRecoveryCodes(room, request.person.id);
        if (!made.ok) throw new AppError(made.error.code);
        return { codes: made.value };
      }),
  );
}
