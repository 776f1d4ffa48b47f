import { beforeAll, expect, test } from "vitest";
import type { Definition } from "../../../engine/flow/definition.ts";
import { textPlaces } from "../../../engine/flow/text-keys.ts";
import { textSpot } from "../../../server/differences/text-spot.ts";
import { readSource } from "../../../server/sources/source.ts";
import { loaded } from "./loaded.ts";

const definitions = new Map<string, Definition>();
beforeAll(async () => {
  for (const flow of ["kyc", "contact-back", "complaint"])
    definitions.set(flow, loaded((await readSource(process.cwd(), flow)).source));
});

function spotOf(flow: string, key: string): string {
  const { of, use } = textSpot([definitions.get(flow) as Definition], key);
  return [...of.map(({ en }) => en), use].join(" · ");
}

test.each([
  ["contact-back", "about:contact-back.title", "flow"],
  ["contact-back", "about:contact-back.contact.title", "Let us call you back · title"],
  ["contact-back", "about:contact-back.done.links.0", "Thank you. We will be in touch · link"],
  ["contact-back", "about:contact-back.entries.contact.label", "entry"],
  ["contact-back", "button:confirm", "submit"],
  ["complaint", "complaint-form:complaint.complaint.detail.hint", "Tell us what happened · Details · hint"],
  ["complaint", "form:common.address.postcode.errors.pattern", "error"],
  ["kyc", "rule:adult.title", "20 years or older · rule"],
  ["kyc", "rule:adult.source", "20 years or older · source"],
  ["kyc", "warning:kyc.underAge", "20 years or older · reason"],
  ["kyc", "warning:kyc.underAgeWithLimit", "20 years or older · reason"],
  ["kyc", "kyc:nowhere.else", "shared"],
])("the text in %s with the key %s is described as: %s", (flow, key, spot) => {
  expect(spotOf(flow, key)).toBe(spot);
});

test("the place of a text is described by the title of its step, question or rule", () => {
  const nameless: string[] = [];
  for (const [flow, definition] of definitions)
    for (const { keys, pointer } of textPlaces(definition)) {
      const { of, use } = textSpot([definition], keys[0] ?? "");
      const isOwn = pointer.startsWith("/steps/") || pointer === "/title" || pointer === "/must";
      if (isOwn && of.length === 0 && use !== "value") nameless.push(`${flow} ${keys[0]} ${use}`);
    }
  expect(nameless).toEqual([]);
});
