import { fail, ok } from "../../engine/values/result.ts";
import type { Effect, LocalEffectContext } from "../flows/index.ts";
import { countFactorTry, openRecoveryCodes, turnOffTotp, turnOnTotp } from "./authenticator.ts";
import { closeRecoveryCodes, tryRecoveryCode } from "./recovery-codes.ts";
import type { Room } from "./room.ts";
import { endOtherSessions, noteFactor } from "./sessions.ts";

/** Returns the effects that turn the second factor on and off and show recovery codes. */
export function factorEffects(room: Room): readonly Effect[] {
  return [
    {
      id: "accounts.turnOnTwoFactor",
      mode: "local",
      run: async (context, { code }) => {
        const on = await turnOnTotp(room, context.tx, { personId: ownerOf(context), code });
        if (!on.ok) return fail(on.error.code === "code-wrong" ? { ...on.error, field: "code" } : on.error);
        if (context.session !== undefined) await noteFactor(context.tx, context.session, room.clock.wall());
        context.proved?.(context.tx);
        await endOthers(room, context);
        return on;
      },
    },
    {
      id: "accounts.turnOffTwoFactor",
      mode: "local",
      run: async (context) => {
        await turnOffTotp(room, context.tx, ownerOf(context));
        await endOthers(room, context);
        return ok({});
      },
    },
    {
      id: "accounts.turnOffByRecoveryCode",
      mode: "local",
      run: (context, { recoveryCode }) => turnOffByRecoveryCode(room, context, recoveryCode),
    },
    {
      id: "accounts.openRecoveryCodes",
      mode: "local",
      run: async (context) => {
        await openRecoveryCodes(room, context.tx, ownerOf(context));
        return ok({});
      },
    },
    {
      id: "accounts.keepRecoveryCodes",
      mode: "local",
      run: async (context) => {
        await closeRecoveryCodes(context.tx, ownerOf(context));
        return ok({});
      },
    },
  ];
}

async function turnOffByRecoveryCode(room: Room, context: LocalEffectContext, code: string) {
  const personId = ownerOf(context);
  const tried = { personId, code };
  const verdict = await tryRecoveryCode(room, context.tx, tried);
  if (verdict.kind === "passed") {
    await turnOffTotp(room, context.tx, personId);
    await endOthers(room, context);
    return ok({});
  }
  // The error rolls back the transaction that counted this try. So `leaves` counts the try again, in a
  // transaction that is committed.
  const leaves = async (tx: LocalEffectContext["tx"]) => void (await countFactorTry(room, tx, personId));
  return verdict.kind === "exhausted"
    ? fail({ code: "exhausted" as const, leaves })
    : fail({ code: "code-wrong" as const, field: "recoveryCode", leaves });
}

/** Ends the person's other sessions, because they began under the old second factor. */
async function endOthers(room: Room, context: LocalEffectContext): Promise<void> {
  await endOtherSessions(context.tx, {
    personId: ownerOf(context),
    session: context.session,
    by: "factor-change",
    now: room.clock.wall(),
  });
}

function ownerOf({ personId, instance }: Pick<LocalEffectContext, "personId" | "instance">): string {
  if (personId === null) throw new Error(`${instance.flow}: a visitor has no account`);
  return personId;
}
