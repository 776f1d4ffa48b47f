import { isErasedAddress } from "../../domain/erased-address.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";

/**
 * Functions that find the e-mail address of an account, and the account of an address. Both return `null` if
 * there is no such account.
 */
export type Addresses = {
  readonly nameOf: (personId: string) => Promise<string | null>;
  readonly idOf: (email: string) => Promise<string | null>;
};

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Returns the ids of the accounts that are given by address or id, each once. Fails if an entry matches no
 * account or an erased one, and returns all such entries.
 */
export async function accountsOf(
  given: readonly string[],
  { nameOf, idOf }: Addresses,
): Promise<Result<readonly string[], readonly string[]>> {
  const found: string[] = [];
  const unknown: string[] = [];
  for (const one of given) {
    const id = one.includes("@") ? await idOf(one) : await standing(one, nameOf);
    if (id === null) unknown.push(one);
    else if (!found.includes(id)) found.push(id);
  }
  return unknown.length > 0 ? fail(unknown) : ok(found);
}

async function standing(id: string, nameOf: Addresses["nameOf"]): Promise<string | null> {
  const address = await nameOf(id);
  return address === null || isErasedAddress(address) ? null : id.toLowerCase();
}

/**
 * Returns a function that replaces account ids in a sentence by e-mail addresses. Each id is looked up once.
 */
export function addressed(nameOf: Addresses["nameOf"]): (words: Words) => Promise<Words> {
  const known = new Map<string, string>();
  return async (words) => {
    for (const [id] of words.en.matchAll(ID)) known.set(id, known.get(id) ?? (await nameOf(id)) ?? id);
    const named = (text: string) => text.replace(ID, (id) => known.get(id) ?? id);
    return { th: named(words.th), en: named(words.en) };
  };
}
