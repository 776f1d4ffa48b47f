import { type Environment, readSecret } from "./secret-settings.ts";

/** Addresses and credentials of the identity vendors. */
export type VendorSettings = {
  readonly onfido: {
    readonly url: string;
    readonly token: string;
    /** The vendor's workflows for documents and liveness, which run instead of plain checks. */
    readonly workflows?: { readonly document: string; readonly liveness: string };
  };
  readonly verifio: { readonly url: string; readonly token: string };
  readonly dopa: { readonly url: string; readonly token: string; readonly timeoutMs?: number };
  /** The portal's node of the national digital ID platform; `null` if there is none. */
  readonly ndid: { readonly url: string; readonly token: string } | null;
  readonly webhookSecret: string;
};

/** Three groups of settings follow. Within a group, either all settings or none must be set. */
const NEEDED = [
  "ONFIDO_URL",
  "ONFIDO_TOKEN",
  "VERIFIO_URL",
  "VERIFIO_TOKEN",
  "DOPA_URL",
  "DOPA_TOKEN",
  "IDENTITY_WEBHOOK_SECRET",
] as const;
const NODE = ["NDID_URL", "NDID_TOKEN"] as const;
const WORKFLOWS = ["ONFIDO_DOCUMENT_WORKFLOW", "ONFIDO_FACE_WORKFLOW"] as const;

/**
 * Reads the settings of the identity vendors. Returns `null` if none is set; then staff review identities. If
 * only some are set, adds the missing ones to `wrong`. `addressOf` reads an address, as for all other
 * settings.
 */
export function readVendorSettings(
  env: Environment,
  addressOf: (name: string) => string | null,
  wrong: string[],
): VendorSettings | null {
  const of = (name: "ONFIDO" | "VERIFIO" | "DOPA" | "NDID") => ({
    url: addressOf(`${name}_URL`) ?? "",
    token: readSecret(env, `${name}_TOKEN`, wrong) ?? "",
  });
  const [onfido, verifio, dopa, ndid] = [of("ONFIDO"), of("VERIFIO"), of("DOPA"), of("NDID")];
  const webhookSecret = readSecret(env, "IDENTITY_WEBHOOK_SECRET", wrong) ?? "";
  const isSet = (name: string) => (env[name] ?? "") !== "";
  for (const group of [NEEDED, NODE, WORKFLOWS]) {
    const missing = group.filter((name) => !isSet(name));
    if (missing.length > 0 && missing.length < group.length)
      wrong.push(`${missing.join(", ")} is missing: set all of ${group.join(", ")}, or none.`);
  }
  if (!NEEDED.every(isSet)) {
    if ([...NODE, ...WORKFLOWS].some(isSet) && !NEEDED.some(isSet))
      wrong.push(`${NEEDED.join(", ")} are missing: NDID_… and ONFIDO_… workflows need them.`);
    return null;
  }
  const [document, liveness] = WORKFLOWS.map((name) => env[name]);
  const workflows = document && liveness ? { workflows: { document, liveness } } : {};
  return {
    onfido: { ...onfido, ...workflows },
    verifio,
    dopa,
    ndid: NODE.every(isSet) ? ndid : null,
    webhookSecret,
  };
}
