import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import {
  type App,
  AppError,
  call,
  inputOf,
  NOTHING,
  type Request,
  rawBodyOf,
  signed,
  TEXT,
  withRawBodies,
} from "../http/index.ts";
import { sha256 } from "../sha256.ts";
import { SMS_VENDOR_NAMES } from "../sms-settings.ts";
import { readReports, takeReports } from "./delivery-reports.ts";

/**
 * Registers the calls to which vendors send delivery reports, one for each vendor. Their bodies are read
 * without parsing, because some vendors send forms and others JSON. No vendor signs its reports, so the
 * address contains a secret.
 */
export function reportRoutes(
  app: App,
  room: { readonly db: Db; readonly clock: Clock; readonly config: Pick<Config, "smsReportSecret"> },
): void {
  withRawBodies(app, (scope) => {
    for (const vendor of SMS_VENDOR_NAMES)
      call(
        scope,
        `POST /api/webhooks/sms/${vendor}`,
        {
          summary: `Delivery reports of text messages (SMS_VENDOR ${vendor}); the address contains the secret`,
          tags: ["messages"],
          access: signed((request) => isSecret(room.config.smsReportSecret, request)),
          query: inputOf({ "key?": { ...TEXT, maxLength: 200 } }),
          answers: NOTHING,
          errors: ["sms-report-not-valid"],
          bodyLimit: 64 * 1024,
        },
        async (request) => {
          const reports = readReports(vendor, rawBodyOf(request).toString("utf8"));
          if (reports === null) throw new AppError("sms-report-not-valid");
          await takeReports(room, reports);
        },
      );
  });
}

/**
 * Compares the secret in constant time, whatever its length, so that nobody can find it by measuring. If no
 * secret is set, every report is refused.
 */
function isSecret(secret: string | null, { query }: Request): boolean {
  const { key } = query as { readonly key?: string };
  return secret !== null && key !== undefined && timingSafeEqual(hashOf(key), hashOf(secret));
}

const hashOf = (text: string) => Buffer.from(sha256(text));
