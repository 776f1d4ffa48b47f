import {
  type App,
  AppError,
  anonymous,
  call,
  FLAG,
  INSTANT,
  inputOf,
  listOf,
  NOTHING,
  named,
  objectOf,
  oneOf,
  orNull,
  ownedBy,
  person,
  type Request,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { LoggedIn } from "./answers.ts";
import { refuseFaults } from "./check-input.ts";
import type { Cookies } from "./cookies.ts";
import { fromOf, handOver } from "./enter.ts";
import { beginPasskeyLogIn, logInByPasskey } from "./passkey-log-in.ts";
import {
  addPasskey,
  beginPasskey,
  namePasskey,
  namePlace,
  passkeyLimits,
  passkeysOf,
  removePasskey,
} from "./passkeys.ts";
import { ONCE, once, whoseCall } from "./repeated-calls.ts";
import type { Room } from "./room.ts";
import { SHORT } from "./route-schemas.ts";
import { renewSecret } from "./session-renewal.ts";

const Passkeys = named(
  "Passkeys",
  objectOf(
    {
      passkeys: listOf(
        objectOf({
          id: UUID,
          name: TEXT,
          madeAt: INSTANT,
          usedAt: orNull(INSTANT),
          backedUp: { ...FLAG, description: "It is kept by the account of the device's maker as well" },
        }),
        "The newest first",
      ),
      proof: {
        ...oneOf("email", "two-factor"),
        description: "Where the code comes from that making and removing one asks for",
      },
    },
    "The passkeys of whoever asks, for this brand",
  ),
);

const credentials = listOf(objectOf({ id: TEXT, type: oneOf("public-key") }));

const PasskeyCreation = named(
  "PasskeyCreation",
  objectOf(
    {
      challenge: TEXT,
      rp: objectOf({ id: TEXT, name: TEXT }),
      user: objectOf({ id: TEXT, name: TEXT, displayName: TEXT }),
      pubKeyCredParams: listOf(objectOf({ alg: WHOLE, type: oneOf("public-key") })),
      timeout: WHOLE,
      excludeCredentials: credentials,
      authenticatorSelection: objectOf({
        residentKey: oneOf("required"),
        requireResidentKey: FLAG,
        userVerification: oneOf("required"),
      }),
      attestation: oneOf("none"),
    },
    "What `navigator.credentials.create` is asked for; bytes in base64url",
  ),
);

const PasskeyRequest = named(
  "PasskeyRequest",
  objectOf(
    { challenge: TEXT, rpId: TEXT, timeout: WHOLE, userVerification: oneOf("required") },
    "What `navigator.credentials.get` is asked for; bytes in base64url",
  ),
);

const bytes = (maxLength: number) => ({ ...TEXT, pattern: "^[\\w-]+$", maxLength });
const CREDENTIAL_ID = bytes(1400);
const CLIENT_DATA = bytes(4000);
const NAME = { ...TEXT, minLength: 1, maxLength: passkeyLimits.name };
const MADE = inputOf({
  id: CREDENTIAL_ID,
  clientDataJSON: CLIENT_DATA,
  attestationObject: bytes(12_000),
  transports: { ...listOf(SHORT), maxItems: 8 },
});
const SIGNED = inputOf({
  id: CREDENTIAL_ID,
  clientDataJSON: CLIENT_DATA,
  authenticatorData: bytes(4000),
  signature: bytes(4000),
  userHandle: bytes(100),
});

/**
 * Limits how many passkey log-ins can begin, because each stores a challenge. The limit is high enough for
 * many people behind one address.
 */
const BEGIN_LIMIT = { rateLimit: { max: 120, timeWindow: "1 minute" } };

/**
 * Registers the routes for passkeys, a log-in method besides the password. A person has separate passkeys on
 * each host.
 */
export function passkeyRoutes(app: App, room: Room, cookies: Cookies): void {
  listRoute(app, room);
  addingRoutes(app, room);
  ownPasskeyRoutes(app, room);
  passkeyLogInRoutes(app, room, cookies);
}

function listRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/security/passkeys",
    {
      summary: "The passkeys that one has",
      tags: ["accounts"],
      access: person,
      answers: { 200: Passkeys },
      errors: [],
    },
    async ({ person: { id, factor } }) => {
      const rows = await passkeysOf(room, room.db, id);
      const names = await room.vault.openWords(
        room.db,
        rows.map(({ name }) => ({ place: namePlace(id), sealed: name })),
      );
      return {
        passkeys: rows.map((row, index) => ({
          id: row.id,
          name: names[index] ?? "",
          madeAt: row.made_at.toISOString(),
          usedAt: row.used_at?.toISOString() ?? null,
          backedUp: row.backed_up,
        })),
        proof: factor === "missing" ? ("email" as const) : ("two-factor" as const),
      };
    },
  );
}

function addingRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/security/passkeys/begin",
    {
      summary:
        "What a browser makes a passkey with, after a code: of the app where two-step log-in is on, else one sent to the mailbox for the action `passkey`",
      tags: ["accounts"],
      access: person,
      body: inputOf({ code: SHORT }),
      ...ONCE,
      answers: { 200: PasskeyCreation },
      errors: ["two-factor-wrong", "code-wrong", "passkey-limit", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async (keep) => {
        const begun = await beginPasskey(room, { ...ownerOf(request), code: request.body.code });
        if (!begun.ok) throw new AppError(begun.error.code);
        return await renewSecret(room, request, { keep, answer: begun.value });
      }),
  );

  call(
    app,
    "POST /api/security/passkeys",
    {
      summary: "Keeps a passkey that was made for the challenge of this log-in; its owner is told by e-mail",
      tags: ["accounts"],
      access: person,
      body: inputOf({ name: NAME, made: MADE }),
      ...ONCE,
      answers: { 201: named("PasskeyAdded", objectOf({ id: UUID })) },
      errors: ["passkey-invalid", "passkey-limit", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async () => {
        const { made, name } = request.body;
        const added = await addPasskey(room, { ...ownerOf(request), made, name: nameOf(name) });
        if (!added.ok) throw new AppError(added.error.code);
        return added.value;
      }),
  );
}

function ownPasskeyRoutes(app: App, room: Room): void {
  const own = ownedBy(async ({ id }: { readonly id: string }) => {
    const row = await room.db
      .selectFrom("passkeys")
      .select("person_id")
      .where("id", "=", id)
      .executeTakeFirst();
    // If this call is repeated, the passkey is already removed. Its owner is then the person who made the
    // first call.
    const owner = row?.person_id ?? (await whoseCall(room, `POST /api/security/passkeys/${id}/remove`));
    return owner === null ? null : { owner: `person:${owner}`, owned: id };
  });

  call(
    app,
    "POST /api/security/passkeys/:id/name",
    {
      summary: "Gives one's passkey another name",
      tags: ["accounts"],
      access: person,
      params: inputOf({ id: UUID }),
      owner: own,
      body: inputOf({ name: NAME }),
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      const { person, owned: passkey, body } = request;
      await namePasskey(room, { personId: person.id, passkey, name: nameOf(body.name) });
    },
  );

  call(
    app,
    "POST /api/security/passkeys/:id/remove",
    {
      summary: "Removes one's passkey, after a code as for making one; never the last way in",
      tags: ["accounts"],
      access: person,
      params: inputOf({ id: UUID }),
      owner: own,
      body: inputOf({ code: SHORT }),
      ...ONCE,
      answers: NOTHING,
      errors: ["two-factor-wrong", "code-wrong", "last-way-in", ...ONCE.errors],
    },
    async (request, reply) =>
      await once(room, { request, reply }, async (keep) => {
        const passkey = request.owned;
        const gone = await removePasskey(room, { ...ownerOf(request), passkey, code: request.body.code });
        if (!gone.ok) throw new AppError(gone.error.code);
        await renewSecret(room, request, { keep, answer: undefined });
      }),
  );
}

function passkeyLogInRoutes(app: App, room: Room, cookies: Cookies): void {
  call(
    app,
    "POST /api/auth/passkey/start",
    {
      summary: "What a browser proves a passkey with; says nothing of whose there are",
      tags: ["accounts"],
      access: anonymous,
      answers: { 200: PasskeyRequest },
      errors: [],
      config: BEGIN_LIMIT,
    },
    async (_request, reply) => {
      const { secret, options } = await beginPasskeyLogIn(room);
      cookies.setPasskey(reply, secret);
      return options;
    },
  );

  call(
    app,
    "POST /api/auth/passkey",
    {
      summary:
        "Logs in by a passkey, in the browser that began and once; it counts as the second factor, since the device asked who holds it",
      tags: ["accounts"],
      access: anonymous,
      body: SIGNED,
      answers: { 200: LoggedIn },
      errors: ["passkey-invalid", "transfer-needed"],
      config: BEGIN_LIMIT,
    },
    async (request, reply) => {
      const entered = await logInByPasskey(room, {
        from: fromOf(cookies, request),
        secret: request.cookies[cookies.names.passkey],
        signed: request.body,
      });
      cookies.clearPasskey(reply);
      if (!entered.ok) throw new AppError(entered.error.code);
      return await handOver(room, cookies, { request, reply }, entered.value);
    },
  );
}

function ownerOf({ person }: Request) {
  if (person === null || person.session === undefined) throw new AppError("log-in-first");
  return { personId: person.id, session: person.session };
}

/** Normalises a name: one line, not empty, limited in length. */
function nameOf(typed: string): string {
  const name = typed.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  if (name === "") refuseFaults([{ pointer: "/name", code: "required", message: "form:errors.required" }]);
  return name;
}
