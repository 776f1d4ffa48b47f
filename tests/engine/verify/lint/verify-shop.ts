import { expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { codeOf, type FindingMessage } from "../../../../engine/rules/message.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { load, verify } from "../../../../engine/verify/lint/index.ts";
import { spoken } from "../../../../engine/verify/words/index.ts";
import { type Change, changedShop, shopSource } from "../../flow/fixtures/shop.ts";

export const FLOW = "flows/shop/flow.json";
export const STEPS = Object.keys((shopSource.files[FLOW] as JsonObject).steps as JsonObject);

/**
 * A planted value, the expected message, and the pointer of the finding if that differs from the value's
 * pointer.
 */
type Fault = readonly [
  pointer: string,
  value: Json | undefined,
  says: FindingMessage,
  found?: string | readonly [file: string, pointer: string],
];

const WORDED = {
  what: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/[a-z]/) },
  mend: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/^[A-Z].*\.$/) },
};

/**
 * Tests that each fault in a file of the shop is reported with a text in both languages, and prevents
 * loading.
 */
export function faultsAreFound(file: string, faults: readonly Fault[]): void {
  const table = faults.map(([pointer, value, says, found = pointer]) => {
    const [inFile, at] = typeof found === "string" ? [file, found] : found;
    return { file, pointer, value, says, place: { file: inFile, pointer: at } };
  });
  it.each(table)(
    "reports $says.key in $file at $pointer, with a way to correct the fault",
    ({ pointer, value, says, place }) => {
      const source = changedShop([file, pointer, value]);
      const finding = verify(source, trade).findings.find(
        (one) => one.file === place.file && one.pointer === place.pointer && one.says.key === says.key,
      );
      expect(finding).toMatchObject({ ...place, code: codeOf(says), says, severity: "error" });
      expect(finding && spoken(finding)).toMatchObject(WORDED);
      expect(load(source, trade).ok).toBe(false);
    },
  );
}

/**
 * Changes of the flow's file, or of the named file, and all findings that follow in the same file or the
 * named one.
 */
export type Changes = readonly [
  changes: readonly (readonly [pointer: string, value: Json | undefined] | Change)[],
  found: readonly (
    | readonly [pointer: string, says: FindingMessage]
    | readonly [file: string, pointer: string, says: FindingMessage]
  )[],
];

/** Tests that changes have exactly these findings. Findings about texts count only if texts were changed. */
export function allIsFound(rows: readonly Changes[]): void {
  const table = rows.map(([short, found]) => {
    const changes = short.map((one): Change => (one.length === 2 ? [FLOW, ...one] : one));
    return {
      where: changes.map(([file, pointer]) => pointer || file).join(" and "),
      changes,
      found: found.map((one) => (one.length === 2 ? [FLOW, ...one] : one)),
    };
  });
  it.each(table)("gives the expected findings after the change at $where", ({ changes, found }) => {
    const ofTexts = changes.some(([file]) => file.startsWith("locales/"));
    const findings = verify(changedShop(...changes), trade).findings.filter(
      ({ code }) => ofTexts || code !== "missing-text",
    );
    expect(findings.map(({ file, pointer, says }) => [file, pointer, says])).toEqual(found);
  });
}

export const unknownStep = (step: string): FindingMessage => ({
  key: "unknown-step",
  params: { step, steps: STEPS },
});
export const unreachable = (step: string): FindingMessage => ({ key: "unreachable-step", params: { step } });
/** The finding that an effect submits the item although the review does not show it. */
export const NOT_SHOWN: FindingMessage = {
  key: "submitted-not-shown",
  params: { path: "answers.choose.item", step: "place", review: "review" },
};
