import type { Logic } from "../../../../engine/rules/rule.ts";
import { namingOf } from "../../../../engine/verify/words/naming.ts";
import { conditionTextOf, sentenceOf } from "../../../../engine/verify/words/sentences.ts";
import { club } from "./fixtures/club.ts";
import { conditionIn } from "./say-logic.ts";

const naming = namingOf(club);

/** A condition over the club's places in a sentence of each language. */
export const sentence = (logic: Logic) => sentenceOf(conditionIn(club, logic), naming);
/** The same as a head with a list of its parts. */
export const conditionText = (logic: Logic) => conditionTextOf(conditionIn(club, logic), naming);

/** An answer to the club's questions. */
export const of = (field: string) => ({ var: `answers.ask.${field}` });
/** What is known of a member. */
export const fact = (name: string) => ({ var: `facts.member.${name}` });
