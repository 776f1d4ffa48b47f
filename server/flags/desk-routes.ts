import { patchOf, printed, reprint } from "../../engine/edits/index.ts";
import type { Position } from "../../engine/flags/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { inLanguages } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import { said } from "../../engine/verify/words/index.ts";
import {
  type App,
  AppError,
  call,
  deciding,
  inputOf,
  listOf,
  staff,
  TEXT,
  UUID,
  WHOLE,
  wordsToFind,
  written,
} from "../http/index.ts";
import { type Addresses, accountsOf } from "./accounts.ts";
import {
  AccountSwitches,
  PositionInput,
  SwitchComparison,
  SwitchDecided,
  SwitchDesk,
  SwitchExport,
  SwitchPage,
  SwitchPatch,
  SwitchTasks,
} from "./answers.ts";
import {
  approveSwitches,
  confirmPress,
  pressSwitch,
  proposeSwitches,
  renewSwitches,
  type SwitchFailure,
  sendBackSwitches,
  withdrawSwitches,
} from "./change.ts";
import { type Asking, offered, switchComparison, switchDesk, switchPage, switchTasks } from "./desk.ts";
import { environmentFile } from "./flag-files.ts";
import { switchesOfAccount } from "./of-account.ts";
import { readSwitchFile, reasonWith, switchPatch } from "./patch.ts";
import type { SwitchRoom } from "./room.ts";
import { withFeatures } from "./set-store.ts";

const tags = ["staff"];
const readers = staff("operations", "compliance");
const writers = staff("operations");
const deciders = deciding("operations");
const reason = written({ least: 3, most: 1_000 });
const NAME = { ...TEXT, maxLength: 100 };
const base = { ...WHOLE, minimum: 1, description: "The revision that it was written on" };
const byId = inputOf({ id: UUID });

/**
 * Registers the calls of the page "Switches". A person of `operations` proposes a change, and another one
 * approves it. `compliance` and `auditor` can only read.
 */
export function switchesRoutes(app: App, room: SwitchRoom, addresses: Addresses): void {
  const { nameOf } = addresses;
  const asking = (request: { readonly person: { readonly id: string } }): Asking => ({
    personId: request.person.id,
    nameOf,
  });
  setRoutes(app, room, asking);
  accountRoute(app, room, addresses);
  changeRoutes(app, room, asking);
  proposalRoutes(app, room, addresses);
  importRoute(app, room);
  ownProposalRoutes(app, room);
  decisionRoutes(app, room);
}

type AskingOf = (request: { readonly person: { readonly id: string } }) => Asking;

function setRoutes(app: App, room: SwitchRoom, asking: AskingOf): void {
  call(
    app,
    "GET /api/switches",
    {
      summary: "All switches with their positions, changes that wait, and past ones",
      tags,
      access: readers,
      answers: { 200: SwitchDesk },
      errors: [],
    },
    (request) => switchDesk(room, asking(request)),
  );
  call(
    app,
    "GET /api/switches/tasks",
    {
      summary: "How many changes of switches one may decide, and presses that nobody confirmed in time",
      tags,
      access: readers,
      answers: { 200: SwitchTasks },
      errors: [],
    },
    (request) => switchTasks(room, request.person),
  );
  call(
    app,
    "GET /api/switches/export",
    {
      summary: "The set as a file, and as a patch of the environment's file",
      tags,
      access: readers,
      answers: { 200: SwitchExport },
      errors: [],
    },
    () => exported(room),
  );
}

function accountRoute(app: App, room: SwitchRoom, addresses: Addresses): void {
  call(
    app,
    "GET /api/switches/account",
    {
      summary:
        "Which switches one account has, and why. The header `x-find` names its e-mail address, percent-encoded: an address would stand in logs",
      tags,
      access: readers,
      headers: { type: "object", properties: { "x-find": { ...TEXT, maxLength: 800 } } },
      answers: { 200: AccountSwitches },
      errors: ["not-valid", "switch-account-unknown"],
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    },
    async (request) => {
      const email = wordsToFind(request);
      if (!/^\S+@\S+$/.test(email) || email.length > 254)
        throw new AppError("not-valid", { fields: [{ pointer: "/find", code: "format" }] });
      const found = await switchesOfAccount(room, { ...addresses, by: request.person.id, email });
      if (found !== null) return found;
      throw new AppError("switch-account-unknown", { params: { accounts: email } });
    },
  );
}

function changeRoutes(app: App, room: SwitchRoom, asking: AskingOf): void {
  call(
    app,
    "GET /api/switches/of/:name",
    {
      summary: "One switch: which steps sleep or wake if it is turned, and its history",
      tags,
      access: readers,
      params: inputOf({ name: NAME }),
      answers: { 200: SwitchPage },
      errors: ["not-found"],
    },
    async (request) => {
      const page = await switchPage(room, asking(request), request.params.name);
      if (page === null) throw new AppError("not-found");
      return page;
    },
  );
  call(
    app,
    "GET /api/switches/changes/:id/export",
    {
      summary:
        "An approved change as a file for another environment, with who decided it and what it did here",
      tags,
      access: readers,
      params: byId,
      answers: { 200: SwitchPatch },
      errors: ["not-found"],
    },
    async (request) => {
      const file = await switchPatch(room, asking(request), request.params.id);
      if (file === null) throw new AppError("not-found");
      return { file };
    },
  );
  call(
    app,
    "GET /api/switches/changes/:id",
    {
      summary: "A change of switches: before and after, and whom it affects",
      tags,
      access: readers,
      params: byId,
      answers: { 200: SwitchComparison },
      errors: ["not-found"],
    },
    async (request) => {
      const found = await switchComparison(room, asking(request), request.params.id);
      if (found === null) throw new AppError("not-found");
      return found;
    },
  );
}

const PROPOSING = [
  "switches-elsewhere",
  "switches-moved",
  "switches-not-valid",
  "switches-same",
  "not-found",
] as const;

function proposalRoutes(app: App, room: SwitchRoom, addresses: Addresses): void {
  call(
    app,
    "POST /api/switches/changes",
    {
      summary: "Proposes new positions of switches; another person decides",
      tags,
      access: writers,
      body: inputOf({
        base,
        reason,
        changes: {
          ...listOf(inputOf({ name: NAME, position: PositionInput })),
          minItems: 1,
          maxItems: 100,
        },
      }),
      answers: { 201: SwitchDecided },
      errors: [...PROPOSING, "switch-unknown", "switch-days", "switch-twice", "switch-account-unknown"],
    },
    async ({ body, person }) => {
      const changes = await withAccounts(body.changes, addresses);
      return orThrow(await proposeSwitches(room, person.id, { ...body, changes }));
    },
  );
  call(
    app,
    "POST /api/switches/offered",
    {
      summary: "Proposes what a release changed in the environment's file; another person decides",
      tags,
      access: writers,
      body: inputOf({ base, reason }),
      answers: { 201: SwitchDecided },
      errors: PROPOSING,
    },
    async ({ body, person }) => {
      const file = environmentFile(room.config, () => {});
      const set = withFeatures(room.flagSet.set(), await offered(room), file?.set);
      return orThrow(await proposeSwitches(room, person.id, { ...body, set }));
    },
  );
}

function importRoute(app: App, room: SwitchRoom): void {
  call(
    app,
    "POST /api/switches/import",
    {
      summary:
        "Proposes a whole set or one change, as another environment exported it; another person decides",
      tags,
      access: writers,
      body: inputOf({ base, reason, file: { ...TEXT, minLength: 2, maxLength: 1_000_000 } }),
      bodyLimit: 2 * 1024 * 1024,
      answers: { 201: SwitchDecided },
      errors: [...PROPOSING, "switches-not-read"],
    },
    async ({ body, person }) => {
      const read = readSwitchFile(body.file);
      if (read === null)
        throw new AppError("switches-not-read", {
          fields: [{ pointer: "/file", code: "switches-not-read" }],
        });
      const reason = reasonWith(body.reason, read.evidence);
      return orThrow(await proposeSwitches(room, person.id, { base: body.base, reason, set: read.set }));
    },
  );
}

function ownProposalRoutes(app: App, room: SwitchRoom): void {
  call(
    app,
    "POST /api/switches/changes/:id/renew",
    {
      summary:
        "Proposes an outdated change again on the set in force, in one's own name; another person decides",
      tags,
      access: writers,
      params: byId,
      answers: { 201: SwitchDecided },
      errors: [...PROPOSING, "already-decided", "switches-current"],
    },
    async ({ params, person }) => orThrow(await renewSwitches(room, person.id, params)),
  );
  call(
    app,
    "POST /api/switches/changes/:id/withdraw",
    {
      summary: "Withdraws a change that one proposed",
      tags,
      access: writers,
      params: byId,
      body: inputOf({ note: reason }),
      answers: { 200: SwitchDecided },
      errors: ["not-found", "already-decided", "switches-not-yours"],
    },
    async ({ params, body, person }) =>
      orThrow(await withdrawSwitches(room, person.id, { ...params, ...body })),
  );
}

function decisionRoutes(app: App, room: SwitchRoom): void {
  const decision = { tags, access: deciders, params: byId, answers: { 200: SwitchDecided } };
  call(
    app,
    "POST /api/switches/changes/:id/approve",
    {
      ...decision,
      summary: "Approves a change that another person proposed; it counts at once, for everybody",
      body: inputOf({
        note: reason,
        "against?": {
          ...WHOLE,
          minimum: 1,
          description: "The revision that the comparison was with, if the change is written on an older one",
        },
      }),
      errors: [...PROPOSING, "already-decided", "four-eyes"],
    },
    async ({ params, body, person }) =>
      orThrow(await approveSwitches(room, person.id, { ...params, ...body })),
  );
  call(
    app,
    "POST /api/switches/changes/:id/send-back",
    {
      ...decision,
      summary: "Sends a change back with what to mend",
      body: inputOf({ note: reason }),
      errors: ["not-found", "already-decided", "four-eyes"],
    },
    async ({ params, body, person }) =>
      orThrow(await sendBackSwitches(room, person.id, { ...params, ...body })),
  );
  call(
    app,
    "POST /api/switches/changes/:id/confirm",
    {
      ...decision,
      summary: "Confirms the protective press of another person",
      body: inputOf({ note: reason }),
      errors: ["not-found", "already-decided", "four-eyes"],
    },
    async ({ params, body, person }) => orThrow(await confirmPress(room, person.id, { ...params, ...body })),
  );
  call(
    app,
    "POST /api/switches/of/:name/press",
    {
      summary: "Takes the protective direction of a switch at once; another person confirms it within a day",
      tags,
      access: deciders,
      params: inputOf({ name: NAME }),
      body: inputOf({ reason }),
      answers: { 200: SwitchDecided },
      errors: [...PROPOSING, "switch-unknown", "switch-not-protective"],
    },
    async ({ params, body, person }) => orThrow(await pressSwitch(room, person.id, { ...params, ...body })),
  );
}

/** Returns the positions of a request with account ids in place of the e-mail addresses. */
async function withAccounts(
  changes: readonly { readonly name: string; readonly position: Position }[],
  addresses: Addresses,
) {
  return await Promise.all(
    changes.map(async ({ name, position }, at) => {
      if (position.accounts === undefined) return { name, position };
      const found = await accountsOf(position.accounts, addresses);
      if (found.ok) return { name, position: { ...position, accounts: found.value } };
      throw new AppError("switch-account-unknown", {
        params: { accounts: found.error.join(", ") },
        fields: [{ pointer: `/changes/${at}/position/accounts`, code: "switch-account-unknown" }],
      });
    }),
  );
}

/**
 * Returns the current set in the format of `flags/<environment>.json`. If it replaces the file, only the
 * changed switches show in the diff.
 */
async function exported({ config, flagSet }: SwitchRoom) {
  const set = flagSet.set() as Json;
  const before = environmentFile(config, () => {});
  const file = before === null ? printed(set) : reprint(before.text, set);
  return {
    revision: flagSet.revision(),
    file,
    patch: patchOf([{ path: `flags/${config.env}.json`, before: before?.text ?? null, after: file }]),
  };
}

function orThrow<Value>(result: Result<Value, SwitchFailure>): Value {
  if (result.ok) return result.value;
  const { error } = result;
  if (error.code === "switches-moved")
    throw new AppError(error.code, { params: { base: error.base, revision: error.revision } });
  if (error.code === "switches-not-valid")
    throw new AppError(error.code, {
      fields: error.findings.map((finding) => ({
        pointer: finding.pointer,
        code: finding.code,
        message: inLanguages((language) => {
          const { what, mend } = said(finding, language);
          return `${what}. ${mend}`;
        }),
      })),
    });
  const { code, pointer } = error;
  throw new AppError(code, pointer === undefined ? {} : { fields: [{ pointer, code }] });
}
