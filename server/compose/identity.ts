import type { JsonObject } from "../../engine/values/json.ts";
import { type Accounts, createAccounts, providersOf } from "../accounts/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Records } from "../flows/index.ts";
import {
  createIdentity,
  demonstrationLists,
  type Identity,
  nobodySettings,
  sandboxSettings,
} from "../identity/index.ts";
import { keyFor } from "../keys.ts";
import type { Legal } from "../legal/index.ts";
import type { BusinessDayAfter } from "./business-days.ts";
import type { Floor } from "./floor.ts";

/** A simulated external service for development, started and stopped with the server. */
export type Sandbox = { readonly start: () => Promise<unknown>; readonly stop: () => Promise<unknown> };

/** Creates the accounts module, with the sandbox of the identity providers. */
export function openAccounts(
  { db, clock, config, messages, isOn, events, tools }: Floor,
  legal: Legal,
): { readonly accounts: Accounts; readonly issuers: Sandbox | null } {
  const issuers = tools?.createAccessSandbox({ port: 0, origin: config.origin }) ?? null;
  const accounts = createAccounts({
    ...{ db, clock, config, messages, isOn },
    legal: legal.inForce,
    secretOver: events.endOf,
    // Configured providers are used in development too. The sandbox supplies those that are not configured.
    providers: () => {
      const named = providersOf(config);
      const made = issuers?.providers();
      return {
        google: named.google ?? made?.google ?? null,
        apple: named.apple ?? made?.apple ?? null,
        wallet: named.wallet ?? made?.wallet ?? null,
      };
    },
  });
  return { accounts, issuers };
}

/** Creates the identity module, with the sandbox of its vendors. */
export function openIdentity(
  floor: Floor,
  beside: {
    readonly accounts: Accounts;
    readonly definitions: Definitions;
    readonly records: Records;
    readonly businessDayAfter: BusinessDayAfter;
  },
): { readonly identity: Identity; readonly sandbox: Sandbox | null } {
  const { db, clock, config, app, jobs, messages, files, isOn, isOnFor, tools } = floor;
  const { accounts, definitions, records, businessDayAfter } = beside;
  const secret = keyFor(config, "identity-sandbox").toString("hex");
  const webhookUrl = () => `${app.listeningOrigin}/api/webhooks/identity`;
  const ndidUrl = () => `${app.listeningOrigin}/api/webhooks/ndid`;
  const sandbox = tools?.createSandbox({ port: config.sandboxPort, webhookUrl, ndidUrl, secret }) ?? null;
  const vendors = config.identityVendors ?? nobodySettings();
  const identity = createIdentity({
    ...{
      db,
      clock,
      config,
      log: app.log,
      jobs,
      messages,
      files,
      accounts,
      isOn,
      isOnFor,
      records,
      businessDayAfter,
    },
    ableToInvest: (investor) => isAbleToInvest(definitions, investor),
    sentBy: async (version) => {
      // If a version is broken, the current version supplies the labels of the fields. The log reports the
      // broken version.
      const known = version === null ? null : await definitions.compiled(version).catch(() => null);
      const current = definitions.current("kyc")?.hash;
      const compiled = known ?? (current === undefined ? null : await definitions.compiled(current));
      if (compiled === null) return null;
      return { definition: compiled.definition, module: await definitions.address(compiled.hash) };
    },
    vendorSettings: () => (sandbox === null ? vendors : sandboxSettings(sandbox.url(), secret)),
    watchLists: config.watchLists ?? (tools === null ? null : demonstrationLists),
  });
  return { identity, sandbox };
}

/**
 * Evaluates the rule `able-to-invest` in the current version of the flow `invest`; returns false if there is
 * no version.
 */
async function isAbleToInvest(definitions: Definitions, investor: JsonObject): Promise<boolean> {
  const hash = definitions.current("invest")?.hash;
  const rule = hash === undefined ? null : await definitions.rule(hash, "able-to-invest");
  if (rule === null) return false;
  return rule({ answers: {}, facts: { investor }, derived: {}, effects: {}, flags: {} }).kind === "holds";
}
