import type { Logic } from "../../../../engine/rules/rule.ts";
import { namingOf } from "../../../../engine/verify/words/naming.ts";
import { conditionTextOf, sentenceOf } from "../../../../engine/verify/words/sentences.ts";
import { club } from "./fixtures/club.ts";
import { conditionIn } from "./say-logic.ts";

const naming = namingOf(club);

/** Returns a condition over the club's data as a sentence in each language. */
export const sentence = (logic: Logic) => sentenceOf(conditionIn(club, logic), naming);
/** Returns the condition as a heading with a list of its parts. */
export const conditionText = (logic: Logic) => conditionTextOf(conditionIn(club, logic), naming);

/** Returns the expression that reads an answer to the club's questions. */
export const of = (field: string) => ({ var: `answers.ask.${field}` });
/** Returns the expression that reads a property of the member fact. */
export const fact = (name: string) => ({ var: `facts.member.${name}` });
