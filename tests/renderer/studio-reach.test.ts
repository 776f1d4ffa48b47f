import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject } from "../../engine/flow/form-schema.ts";
import type { Json } from "../../engine/values/json.ts";
import { flowNames, ROOT, readJson } from "../definitions/definition-files.ts";

/**
 * Kinds of places in the definitions of all flows. Each has the studio's control as a piece of source (`{at}`
 * is a placeholder), or the reason why it is edited in files only.
 */
const REACH: { readonly [place: string]: readonly [file: string, control: string] | string } = {
  "flow/format": "which words this file is written in: a program moves it",
  "flow/id": "the name of the folder; answers are kept under it",
  "flow/namespace": "where its texts are kept; nobody reads it",
  "flow/address": "an address of the program's own pages",
  "flow/subject": ["step/flow-settings.tsx", '"subject"'],
  "flow/inFlight": ["step/flow-settings.tsx", '"inFlight"'],
  "flow/start": ["step/flow-settings.tsx", '"start"'],
  "flow/minutes": ["step/flow-settings.tsx", 'id="f-minutes"'],
  "flow/facts/*": ["step/flow-reads.tsx", "`f-facts-{fact}`"],
  "flow/facts/*/*": ["step/flow-reads.tsx", "`f-facts-{fact}-{arg}`"],
  "flow/flags/*": ["step/flow-reads.tsx", 'id="f-flags"'],
  "flow/groups/*": ["step/flow-groups.tsx", "`f-groups-{at}-label`"],
  "flow/invariants/*": ["step/flow-invariants.tsx", 'id="f-invariants"'],
  "flow/invariants/*/before": ["step/flow-invariants.tsx", 'id="f-invariants"'],
  "flow/invariants/*/rule": ["step/flow-invariants.tsx", 'id="f-invariants-rule"'],
  "flow/entries/*": ["step/flow-entries.tsx", 'id="f-entries"'],
  "flow/entries/*/place": ["step/flow-entries.tsx", 'id="f-entries"'],
  "flow/entries/*/when": ["step/flow-entries.tsx", "place={{ flow, entry: at }}"],
  "flow/entries/*/icon": ["step/flow-entries.tsx", "`f-entries-{at}-icon`"],
  "flow/entries/*/order": ["step/flow-entries.tsx", "`f-entries-{at}-order`"],
  "flow/derived/*": ["step/add-derived.tsx", 'id="f-derived"'],
  "flow/derived/*/rule": ["step/add-derived.tsx", 'id="f-derived"'],
  "flow/derived/*/fn": ["step/add-derived.tsx", "`{FORMULA}{fn}`"],
  "flow/derived/*/args/*": ["step/derived-sources.tsx", "`{id}-{name}-{at}`"],
  "flow/derived/*/join/*": ["step/derived-sources.tsx", "`{id}-join`"],
  "flow/derived/*/with": ["step/derived-sources.tsx", "`{id}-with`"],
  "flow/derived/*/const": ["step/effect-inputs.tsx", "FIXED"],
  "flow/derived/*/format": ["step/effect-inputs.tsx", "FIXED"],
  "flow/steps/*": ["step/add-step.tsx", "add-step"],
  "flow/steps/*/kind": ["step/add-step.tsx", "kind"],
  "flow/steps/*/group": ["step/step-settings.tsx", '"group"'],
  "flow/steps/*/schema": "a form that several steps share: its questions are edited at each of them",
  "flow/steps/*/form": "an effect that asks on a screen of its own: as the file says",
  "flow/steps/*/check/*": ["step/step-checks.tsx", 'id="s-check"'],
  "flow/steps/*/shows/*": ["step/shown-list.tsx", 'id="add-shown"'],
  "flow/steps/*/shows/*/value": ["step/shown-list.tsx", 'id="add-shown"'],
  "flow/steps/*/shows/*/role": ["step/shown-list.tsx", "`{id}-role`"],
  "flow/steps/*/shows/*/heading": ["step/shown-list.tsx", "`{id}-heading`"],
  "flow/steps/*/shows/*/rate": ["step/shown-list.tsx", "`{id}-{part}`"],
  "flow/steps/*/shows/*/price": ["step/shown-list.tsx", "`{id}-{part}`"],
  "flow/steps/*/shows/*/asOf": ["step/shown-list.tsx", "`{id}-{part}`"],
  "flow/steps/*/shows/*/gives": ["step/shown-list.tsx", "`{id}-{part}`"],
  "flow/steps/*/letter/*": "what the letter with a code names of its review: no control yet",
  "flow/steps/*/prefill/*": ["step/question-settings.tsx", "`q-{name}-prefill`"],
  "flow/steps/*/ui/*": ["step/widget-fields.tsx", "`{id}-widget`"],
  "flow/steps/*/ui/*/widget": ["step/widget-fields.tsx", "`{id}-widget`"],
  "flow/steps/*/ui/*/autocomplete": ["step/widget-fields.tsx", "`{id}-{hint}`"],
  "flow/steps/*/ui/*/inputMode": ["step/widget-fields.tsx", "`{id}-{hint}`"],
  "flow/steps/*/ui/*/purpose": ["step/widget-fields.tsx", "`{id}-{hint}`"],
  "flow/steps/*/ui/*/document": ["step/widget-fields.tsx", "`{id}-{hint}`"],
  "flow/steps/*/ui/*/facing": ["step/widget-fields.tsx", "`{id}-{hint}`"],
  "flow/steps/*/ui/*/chart": ["step/widget-fields.tsx", "`{id}-{hint}`"],
  "flow/steps/*/ui/*/quick/*": "amounts that are offered as buttons: a list that no control has yet",
  "flow/steps/*/challenge": ["step/step-settings.tsx", '"challenge"'],
  "flow/steps/*/binds": ["step/challenge-settings.tsx", '"binds"'],
  "flow/steps/*/action": ["step/challenge-settings.tsx", '"action"'],
  "flow/steps/*/channel": ["step/challenge-settings.tsx", '"channel"'],
  "flow/steps/*/to": ["step/challenge-settings.tsx", 'id="s-to"'],
  "flow/steps/*/effect": ["step/step-settings.tsx", '"effect"'],
  "flow/steps/*/input/*": ["step/effect-inputs.tsx", "s-input-"],
  "flow/steps/*/errors/*": ["step/effect-settings.tsx", "`s-errors-{code}`"],
  "flow/steps/*/errors/*/to": ["step/route-options.tsx", "`{route} {id}`"],
  "flow/steps/*/errors/*/reopen": ["step/route-options.tsx", "`{route} {id}`"],
  "flow/steps/*/errors/*/retry": ["step/route-options.tsx", "`{route} {id}`"],
  "flow/steps/*/errors/*/field": "the question that a reopened form marks: as the file says",
  "flow/steps/*/errors/*/ask": "what is asked anew: as the file says",
  "flow/steps/*/for": ["step/wait-settings.tsx", '"for"'],
  "flow/steps/*/since": ["step/wait-settings.tsx", '"since"'],
  "flow/steps/*/within": ["step/wait-settings.tsx", 'id="s-within"'],
  "flow/steps/*/until": ["step/wait-settings.tsx", 'id="s-until"'],
  "flow/steps/*/onTimeout/to": ["step/wait-settings.tsx", 'id="s-onTimeout-to"'],
  "flow/steps/*/outcome": ["step/end-settings.tsx", '"outcome"'],
  "flow/steps/*/reason": "a code of the audit trail; a new end is given one",
  "flow/steps/*/explains": ["step/end-settings.tsx", '"explains"'],
  "flow/steps/*/links/*": ["step/end-settings.tsx", 'id="s-links"'],
  "flow/steps/*/next/*": ["step/ways.tsx", "<AddWay"],
  "flow/steps/*/next/*/to": ["step/ways.tsx", "`s-next-{at}-to`"],
  "flow/steps/*/next/*/when": ["step/ways.tsx", "<ConditionBlocks"],
  "rule/id": "the name of the file; other files name it",
  "rule/title": ["rules/rule-head.tsx", 'id="r-title"'],
  "rule/source": ["rules/rule-head.tsx", 'id="r-source"'],
  "rule/owner": "the room of the program that answers for it",
  "rule/from": ["rules/rule-head.tsx", 'id="r-from"'],
  "rule/onMissing": ["rules/rule-head.tsx", 'id="r-onMissing"'],
  "rule/must/*": ["rules/rule-clauses.tsx", 'id="add-clause"'],
  "rule/must/*/id": "its reason is what people read; a new clause is named after it",
  "rule/must/*/reason": ["rules/rule-clauses.tsx", "`r-must-{at}-reason`"],
  "rule/must/*/mend": ["rules/rule-clauses.tsx", "`r-must-{at}-mend`"],
  "rule/must/*/logic": ["rules/rule-clauses.tsx", "<ConditionBlocks"],
  "rule/cases/*": ["rules/suggested-cases.tsx", "add-case"],
  "rule/cases/*/why": ["rules/suggested-cases.tsx", "add-case"],
  "rule/cases/*/given": ["rules/suggested-cases.tsx", "add-case"],
  "rule/cases/*/expect": ["rules/suggested-cases.tsx", "set-case"],
  "rule/value/logic": ["rules/rule-clauses.tsx", "<ConditionBlocks"],
  "rule/value/type": "what kind of value a rule works out: another kind is another rule",
  "form/$id": "the name of the file",
  "form/type": "every form is an object; a new form is made as one",
  "form/additionalProperties": "every form and group drops what it does not ask; a new one is made so",
  "form/$ref": "a form that several flows share: its questions are edited in the shared file",
  "form/properties": ["step/step-questions.tsx", "<AddQuestion"],
  "form/required": ["step/must-answer.tsx", "`{id}-required`"],
  "form/allOf": ["step/asked-when.tsx", "`{idOf(of)}-when`"],
  "question/type": ["step/add-question.tsx", 'id="add-kind"'],
  "question/$ref": ["step/add-question.tsx", 'id="add-kind"'],
  "question/items": ["step/new-question.ts", "items: form"],
  "question/uniqueItems": ["step/new-question.ts", "uniqueItems: true"],
  "question/const": ["step/new-question.ts", "const: true"],
  "question/enum": ["step/choice-list.tsx", "`q-{field.name}-new`"],
  "question/properties": ["step/inner-questions.tsx", "within={within}"],
  "question/required": ["step/inner-questions.tsx", "<MustAnswer"],
  "question/additionalProperties": "every form and group drops what it does not ask; a new one is made so",
  "question/minLength": ["step/bound-fields.tsx", '"minLength"'],
  "question/maxLength": ["step/bound-fields.tsx", '"maxLength"'],
  "question/minimum": ["step/bound-fields.tsx", '"minimum"'],
  "question/maximum": ["step/bound-fields.tsx", '"maximum"'],
  "question/minItems": ["step/bound-fields.tsx", '"minItems"'],
  "question/maxItems": ["step/bound-fields.tsx", '"maxItems"'],
  "question/pattern": ["step/answer-form.tsx", "`{id}-pattern`"],
  "question/format": ["step/answer-form.tsx", "`{id}-kind`"],
  "question/means": ["step/consent-meaning.tsx", "`{id}-means`"],
  "question/writeOnly": "a secret that is not kept: an effect of the program must take it",
};

/** Parents of names that a flow chooses. */
const NAMED = /\/(?:facts|derived|steps|prefill|ui|input|errors)$/;
/** Places whose content is a condition, an example or a kind, each edited as a whole. */
const WHOLE = /\/(?:when|logic|given|expect|value\/type)$/;

function* placesIn(value: Json, place: string): Generator<string> {
  const isList = Array.isArray(value);
  if (WHOLE.test(place) || (!isList && !isObject(value))) return yield place;
  if (!isList && /\*$/.test(place)) yield place;
  for (const [name, inner] of Object.entries(value))
    yield* placesIn(
      inner,
      `${place}/${isList || NAMED.test(place) || /facts\/\*$/.test(place) ? "*" : name}`,
    );
}

/** The keywords of a form, and of its questions, which may hold further questions. */
function* keywordsIn(schema: Json, kind: "form" | "question"): Generator<string> {
  if (!isObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    yield `${kind}/${keyword}`;
    if (keyword === "items") yield* keywordsIn(value, "question");
    if (keyword === "properties" && isObject(value))
      for (const question of Object.values(value)) yield* keywordsIn(question, "question");
  }
}

function found(): ReadonlySet<string> {
  const places = flowNames().flatMap((flow) => [
    ...placesIn(readJson(`flows/${flow}/flow.json`), "flow"),
    ...formsOf(flow).flatMap((file) => [...keywordsIn(readJson(file), "form")]),
    ...rulesOf(flow).flatMap((file) => [...placesIn(readJson(file), "rule")]),
  ]);
  return new Set([...places, ...rulesOf("shared").flatMap((file) => [...placesIn(readJson(file), "rule")])]);
}

/** Returns the files of a flow's own forms. A form that flows share is edited in its shared file. */
function formsOf(flow: string): readonly string[] {
  const folder = join(ROOT, "schemas", flow);
  return existsSync(folder) ? readdirSync(folder).map((name) => `schemas/${flow}/${name}`) : [];
}

function rulesOf(flow: string): readonly string[] {
  try {
    return readdirSync(join(ROOT, "flows", flow, "rules")).map((name) => `flows/${flow}/rules/${name}`);
  } catch {
    return [];
  }
}

test("the studio has a control, or a reason for having none, for every kind of place in the files of flows, rules and forms", () => {
  expect([...found()].filter((place) => REACH[place] === undefined)).toEqual([]);
  for (const [place, reach] of Object.entries(REACH)) {
    if (typeof reach === "string") continue;
    const source = readFileSync(join(ROOT, "renderer", "studio", reach[0]), "utf8");
    const control = reach[1].startsWith("`") ? reach[1].replaceAll("{", "$" + "{") : reach[1];
    expect([place, source.includes(control)]).toEqual([place, true]);
  }
});

test("docs/studio.md states how many kinds of places in the files of flows, rules and forms have a control", () => {
  const kinds = [...found()];
  const reached = kinds.filter((place) => typeof REACH[place] !== "string");
  const docs = readFileSync(join(ROOT, "docs", "studio.md"), "utf8");
  expect(docs).toContain(`${reached.length} of ${kinds.length} kinds of places`);
});
