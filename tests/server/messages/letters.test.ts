import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LETTERS } from "../../../server/messages/letters.ts";

test.each(["th", "en"])(
  "every kind of letter declares whether a person on a watch list receives it (%s)",
  (language) => {
    const mail = JSON.parse(readFileSync(`locales/${language}/mail.json`, "utf8")) as object;
    const kinds = Object.entries(mail).flatMap(([kind, texts]) => ("subject" in texts ? [kind] : []));
    expect(Object.keys(LETTERS).sort()).toEqual(kinds.sort());
  },
);
