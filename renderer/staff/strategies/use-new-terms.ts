import { useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { TermsVersion } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { type Translate, useLanguage, useText } from "../../kit/text/i18n.ts";
import { readTerm, TERM_GROUPS, termsOfFields, typedTerm } from "./term-fields.ts";

const FIELDS = TERM_GROUPS.flatMap(({ fields }) => fields);

/** Texts by the name of their field. */
type Texts = Readonly<Record<string, string>>;
type Proposal = BodyOf<"POST", "/strategies/{code}/terms">;

/** Holds the typed terms of a strategy and sends them once all of them can be parsed. */
export function useNewTerms({
  code,
  from,
  onSent,
}: {
  readonly code: string;
  readonly from: TermsVersion;
  readonly onSent: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const [typed, setTyped] = useState<Texts>(() =>
    Object.fromEntries(FIELDS.map((field) => [field.name, typedTerm(field, from.terms)])),
  );
  const [day, setDay] = useState("");
  const [note, setNote] = useState("");
  const [wrong, setWrong] = useState<Texts>({});
  const id = (name: string) => `terms-${code.replace(/\W/g, "")}-${name}`;
  const sending = useAction({
    call: (body: Proposal) => call("POST", "/strategies/{code}/terms", { path: { code }, body }),
    changes: ["/strategy-desk"],
    said: () => words("staff:terms.sent"),
    done: onSent,
    failed: "here",
  });
  return {
    ...{ typed, day, setDay, note, setNote, id, sending },
    write: (name: string, value: string) => setTyped({ ...typed, [name]: value }),
    /** Returns the error of a field: the error that the form found, or else the server's. */
    refused: (name: string, pointer = `/${name}`): string | null => {
      if (wrong[name] !== undefined) return wrong[name];
      if (sending.failed?.kind !== "refused") return null;
      return sending.failed.fields.find((field) => field.pointer === pointer)?.message?.[lng] ?? null;
    },
    send: () => {
      const { body, faults } = readTerms({ typed, day, note }, words);
      setWrong(faults);
      const [first] = Object.keys(faults);
      if (first !== undefined) document.getElementById(id(first))?.focus();
      else if (body !== null) sending.run(body);
    },
  };
}

/** Returns the typed proposal, or the errors of its fields in the order of the form. */
function readTerms(
  { typed, day, note }: { readonly typed: Texts; readonly day: string; readonly note: string },
  words: Translate,
): { readonly body: Proposal | null; readonly faults: Texts } {
  const faults: Record<string, string> = {};
  const terms: Record<string, string | number> = {};
  for (const field of FIELDS) {
    const value = readTerm(field, typed[field.name] ?? "");
    if (value === null) faults[field.name] = words(`staff:terms.wrong.${field.kind}`);
    else terms[field.name] = value;
  }
  const begins = parseTypedDate(day);
  if (!begins.ok) faults.from = words("staff:terms.wrong.date");
  if (note.trim().length < 3) faults.note = words("staff:terms.wrong.note");
  const isFaulty = !begins.ok || Object.keys(faults).length > 0;
  return {
    body: isFaulty ? null : { from: begins.value, terms: termsOfFields(terms), note: note.trim() },
    faults,
  };
}
