import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Accounts } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { Files } from "../files/index.ts";
import type { Log } from "../http/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { keyFor } from "../keys.ts";
import type { Messages } from "../messages/index.ts";
import { createTexts } from "../texts.ts";
import type { VendorSettings } from "../vendor-settings.ts";
import { screenAll } from "./aml/screen.ts";
import { folderSource } from "./aml/watch-lists.ts";
import { chaseChecks } from "./checks.ts";
import { askForContract } from "./contract-again.ts";
import { dopaRegister } from "./dopa-register.ts";
import { chaseRequests } from "./ndid/ask-bank.ts";
import { ndidGateway } from "./ndid/ndid-gateway.ts";
import { createOnboarding } from "./onboarding.ts";
import { onfidoVendor } from "./onfido-vendor.ts";
import { markOverdue } from "./overdue.ts";
import type { AbleToInvest, Room } from "./room.ts";
import { verifioVendor } from "./verifio-vendor.ts";
import { tellWaiting } from "./waiting-reviews.ts";

/** Dependencies of the identity module. */
export type IdentityDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "origin" | "rootDir" | "dataDir" | "masterKey">;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly jobs: Pick<Jobs, "send" | "work" | "schedule">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  readonly files: Pick<Files, "find" | "read">;
  readonly accounts: Accounts;
  readonly isOn: Room["isOn"];
  readonly isOnFor: Room["isOnFor"];
  /** Evaluates the published rule `able-to-invest` for an investor. */
  readonly ableToInvest: AbleToInvest;
  /** Returns the published version of the flow with which identities are submitted. */
  readonly sentBy: Room["sentBy"];
  readonly records: Room["records"];
  /**
   * Returns the settings of the vendors. This is a function, because the port of the sandbox is not yet known
   * when the module is created.
   */
  readonly vendorSettings: () => VendorSettings;
  /** Folder with the watch lists; `null` if there are none, so that no one is cleared. */
  readonly watchLists: string | null;
  readonly businessDayAfter: Room["businessDayAfter"];
};

/**
 * Creates the identity module and registers its jobs. The module's functions take the result as first
 * argument.
 */
export function createIdentity(deps: IdentityDeps): Room {
  const { config, vendorSettings } = deps;
  const texts = createTexts({ rootDir: config.rootDir, fresh: config.env === "development" });
  const room: Room = {
    db: deps.db,
    clock: deps.clock,
    config,
    log: deps.log,
    jobs: deps.jobs,
    messages: deps.messages,
    files: deps.files,
    accounts: deps.accounts,
    isOn: deps.isOn,
    isOnFor: deps.isOnFor,
    texts,
    ableToInvest: deps.ableToInvest,
    sentBy: deps.sentBy,
    records: deps.records,
    onboarding: createOnboarding({ rootDir: config.rootDir, texts }),
    hashKey: keyFor(config, "identity-hashes"),
    vendors: () => ({
      onfido: onfidoVendor(vendorSettings().onfido),
      verifio: verifioVendor(vendorSettings().verifio),
    }),
    register: () => dopaRegister(vendorSettings().dopa),
    ndid: () => {
      const node = vendorSettings().ndid ?? { url: NOBODY, token: "" };
      return ndidGateway({ ...node, callbackUrl: `${config.origin}/api/webhooks/ndid` });
    },
    webhookSecret: () => vendorSettings().webhookSecret,
    watch: folderSource(deps.watchLists, deps.log),
    businessDayAfter: deps.businessDayAfter,
  };
  deps.jobs.work("identity.chase", async () => (await chaseChecks(room)) + (await chaseRequests(room)));
  deps.jobs.schedule("identity.chase", "*/10 * * * *");
  deps.jobs.work("identity.overdue", () => markOverdue(room));
  deps.jobs.schedule("identity.overdue", "30 5 * * *");
  deps.jobs.work("identity.waiting", () => tellWaiting(room));
  deps.jobs.schedule("identity.waiting", "45 8 * * *");
  deps.jobs.work("identity.contract", () => askForContract(room));
  deps.jobs.schedule("identity.contract", "15 8 * * *");
  deps.jobs.work("identity.screen", () => screenAll(room));
  deps.jobs.schedule("identity.screen", "*/15 * * * *");
  return room;
}

/** Folder of the demonstration watch list, for development and tests. */
export const demonstrationLists = join(import.meta.dirname, "sandbox", "watch-lists");

/**
 * Returns settings for an installation without vendors. No vendor's event is accepted, and people review
 * everything.
 */
export function nobodySettings(): VendorSettings {
  return sandboxSettings(NOBODY, randomBytes(32).toString("hex"));
}

/** Address at which no server listens. */
const NOBODY = "http://127.0.0.1:9";

/** Returns vendor settings that use the local sandbox at a base URL. */
export function sandboxSettings(url: string, secret: string): VendorSettings {
  return {
    onfido: { url: `${url}/onfido/v3.6`, token: secret },
    verifio: { url: `${url}/verifio/v1`, token: secret },
    dopa: { url: `${url}/dopa/v1`, token: secret },
    ndid: { url: `${url}/ndid`, token: secret },
    webhookSecret: secret,
  };
}
