import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson } from "../accounts/index.ts";
import type { Effect, EffectFailure, EffectInput, RemoteEffectContext } from "../flows/index.ts";
import { askBankChange } from "./bank-changes.ts";
import { checkCard } from "./card-check.ts";
import { askNameChange, type OpenCase } from "./change-name.ts";
import { changePersonal } from "./change-personal.ts";
import { changePhone } from "./change-phone.ts";
import { pictureOf, startCheck } from "./checks.ts";
import { isTaken } from "./claim-document.ts";
import { signContract } from "./contract-again.ts";
import { moveStatus } from "./move-status.ts";
import { askBank } from "./ndid/ask-bank.ts";
import type { Room } from "./room.ts";
import { submit } from "./submit.ts";
import { retakeSuitability } from "./suitability-again.ts";
import type { VendorName } from "./tables.ts";
import { declareTaxResidence } from "./tax-residence-again.ts";
import type { VendorFailure } from "./vendor.ts";

/** Flag for vendors. While it is off, no vendor is asked, and people review by hand. */
const VENDOR_FLAG = "use-identity-vendor";

const DOCUMENT_VENDORS = ["onfido", "verifio"] as const satisfies readonly VendorName[];

/** Returns the effects of the identity module that flows can call. */
export function identityEffects(
  room: Room,
  { openCase }: { readonly openCase: OpenCase },
): readonly Effect[] {
  return [...vendorEffects(room), ...ownEffects(room, openCase)];
}

/** Returns the effects that ask vendors, the card register and banks. */
function vendorEffects(room: Room): readonly Effect[] {
  return [
    {
      id: "identity.checkDocuments",
      mode: "remote",
      run: async (context, input) => await checkDocuments(room, context, input),
    },
    {
      id: "identity.checkLiveness",
      mode: "remote",
      run: async (context, input) => await checkLiveness(room, context, input),
    },
    {
      id: "identity.checkDopa",
      mode: "remote",
      run: async (context, { laserCode, ...card }) => {
        const personId = await begin(room, context);
        // The register needs the code on the back of the card. Without the code, a reviewer checks the card.
        if (laserCode === undefined) return fail({ code: "unavailable" });
        const checked = await checkCard(room, personId, { ...card, laserCode }, context.idempotencyKey);
        // The register must first confirm the card. Otherwise, anyone who enters a card number could learn
        // that its holder already has an account.
        const taken = checked.ok && (await isCardTaken(room, personId, card.nationalId));
        return taken ? fail({ code: "card-taken" }) : checked;
      },
    },
    {
      id: "identity.requestNdid",
      mode: "remote",
      run: async (context, { nationalId, bank }) => {
        const personId = await begin(room, context);
        // No bank is asked about a card that already belongs to another account.
        if (await isCardTaken(room, personId, nationalId)) return fail({ code: "card-taken" });
        const { idempotencyKey, language } = context;
        return await askBank(room, { personId, nationalId, bank, idempotencyKey, language });
      },
    },
  ];
}

/** Returns the effects with which people change or submit their own data. */
function ownEffects(room: Room, openCase: OpenCase): readonly Effect[] {
  return [
    {
      id: "identity.changeBankAccount",
      mode: "local",
      run: async (context, input) => await askBankChange(room, context, input),
    },
    {
      id: "identity.askNameChange",
      mode: "local",
      run: async (context, input) => await askNameChange(openCase, context, input),
    },
    {
      id: "identity.changePersonal",
      mode: "local",
      run: async (context, input) => await changePersonal(room, context, input),
    },
    {
      id: "identity.retakeSuitability",
      mode: "local",
      run: async (context, input) => await retakeSuitability(room, context, input),
    },
    {
      id: "identity.declareTaxResidence",
      mode: "local",
      run: async (context, input) => await declareTaxResidence(room, context, input),
    },
    {
      id: "identity.changePhone",
      mode: "local",
      run: async (context, input) => await changePhone(room, context, input),
    },
    {
      id: "identity.submit",
      mode: "local",
      run: async (context, input) => await submit(room, context, input),
    },
    {
      id: "identity.signContract",
      mode: "local",
      run: async (context, input) => await signContract(room, context, input),
    },
  ];
}

/** The number of the check that a vendor started, or the reason why the vendor started none. */
type Asked<Unusable extends string> = Result<
  { readonly check: string },
  EffectFailure<Unusable | "unavailable">
>;

async function checkDocuments(
  room: Room,
  context: RemoteEffectContext,
  { cardFront, cardBack }: EffectInput<"identity.checkDocuments">,
): Promise<Asked<"unreadable">> {
  const personId = await begin(room, context);
  if (!(await room.isOnFor(VENDOR_FLAG, personId))) return fail({ code: "unavailable" });
  const front = await pictureOf(room, cardFront, personId);
  const back = await pictureOf(room, cardBack, personId);
  let first: string | null = null;
  for (const vendor of DOCUMENT_VENDORS) {
    const started = await startCheck(
      room,
      {
        personId,
        kind: "document",
        vendor,
        pictures: [cardFront, cardBack],
        idempotencyKey: context.idempotencyKey,
      },
      (adapter, applicant) => adapter.checkDocument({ applicant, front, back }),
    );
    if (!started.ok) return failure(started.error, "unreadable");
    first ??= started.value.id;
  }
  if (first === null) throw new Error("identity.checkDocuments: there is no vendor");
  return ok({ check: first });
}

async function checkLiveness(
  room: Room,
  context: RemoteEffectContext,
  { selfie: face }: EffectInput<"identity.checkLiveness">,
): Promise<Asked<"unclear">> {
  const personId = await begin(room, context);
  if (!(await room.isOnFor(VENDOR_FLAG, personId))) return fail({ code: "unavailable" });
  const selfie = await pictureOf(room, face, personId);
  const started = await startCheck(
    room,
    {
      personId,
      kind: "liveness",
      vendor: "onfido",
      pictures: [face],
      idempotencyKey: context.idempotencyKey,
    },
    (adapter, applicant) => adapter.checkLiveness({ applicant, selfie }),
  );
  return started.ok ? ok({ check: started.value.id }) : failure(started.error, "unclear");
}

/**
 * Returns whether another account uses the ID card. Checks only individuals, because companies are identified
 * by their registration.
 */
async function isCardTaken(room: Room, personId: string, nationalId: string): Promise<boolean> {
  const person = await findPerson(room.db, personId);
  return (
    person?.customerType === "INDIVIDUAL" && (await isTaken(room, { personId, document: { nationalId } }))
  );
}

/** Returns the person to whom the flow instance belongs. Also begins the person's KYC if it has not begun. */
async function begin(room: Room, context: RemoteEffectContext): Promise<string> {
  const { personId } = context;
  if (personId === null) throw new Error("identity: a visitor has no identity to check");
  await room.db.transaction().execute((tx) =>
    moveStatus(tx, room.clock, {
      personId,
      entity: "kyc",
      to: "PRE_VERIFIED",
      actor: `person:${personId}`,
    }),
  );
  return personId;
}

function failure<Unusable extends string>(
  error: VendorFailure,
  unusable: Unusable,
): Result<never, EffectFailure<Unusable | "unavailable">> {
  return fail({ code: error.code === "unusable" ? unusable : "unavailable" });
}
