import { type FlagCondition, flagConditions } from "../../engine/flags/index.ts";
import { record } from "../audit/index.ts";
import { type Addresses, accountsOf, addressed } from "./accounts.ts";
import type { AccountSwitches } from "./answers.ts";
import { titleOf } from "./desk.ts";
import { catalogueOf, type SwitchRoom } from "./room.ts";

/**
 * Returns which switches one account has now. Each switch is given with its conditions and whether the
 * account meets them. Returns `null` if no account has the address. The evaluation is the same as for the
 * account's pages. Records every look-up before it answers.
 */
export async function switchesOfAccount(
  room: SwitchRoom,
  { by, email, ...addresses }: Addresses & { readonly by: string; readonly email: string },
): Promise<AccountSwitches | null> {
  const found = await accountsOf([email], addresses);
  const [personId] = found.ok ? found.value : [];
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: `person:${by}`,
      action: "switches.ofAccount",
      subject: personId === undefined ? "account:unknown" : `person:${personId}`,
    }),
  );
  if (personId === undefined) return null;
  const conditions = flagConditions(room.flagSet.set());
  const names = Object.keys(catalogueOf(room)).sort();
  const isOn = await room.ask.for(room.db, { personId }, names);
  const holds = await heldConditions(room, personId, conditions);
  const say = addressed(addresses.nameOf);
  const shown = async (condition: FlagCondition) => ({
    says: await say(room.conditionWords(condition)),
    holds: holds.get(condition) === true,
  });
  return {
    email: (await addresses.nameOf(personId)) ?? email,
    switches: await Promise.all(
      names.map(async (name) => {
        const { ways = [], needs = [] } = conditions.get(name) ?? {};
        return {
          name,
          title: titleOf(room, name),
          on: isOn[name] === true,
          ways: await Promise.all(ways.map((way) => Promise.all(way.map(shown)))),
          needs: await Promise.all(needs.map(shown)),
        };
      }),
    ),
  };
}

/** Evaluates all conditions of all switches for one account, in one call. */
async function heldConditions(
  { db, ask }: SwitchRoom,
  personId: string,
  conditions: ReturnType<typeof flagConditions>,
): Promise<ReadonlyMap<FlagCondition, boolean>> {
  const all = [...conditions].flatMap(([flag, { ways, needs }]) =>
    [...ways.flat(), ...needs].map((condition) => ({ flag, condition })),
  );
  const answers = await ask.probe(
    db,
    personId,
    all.map(({ flag, condition }) => ({ flag, feature: condition.probe })),
  );
  return new Map(all.map(({ condition }, at) => [condition, answers[at] === true]));
}
