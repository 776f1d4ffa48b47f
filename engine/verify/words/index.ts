/**
 * The words of the prover in Thai and English: names of data paths (`namingOf`), conditions as sentences
 * (`sentenceOf`, `conditionTextOf`), descriptions of people (`wordsOfPerson`, `wordsOfCube`), and messages of
 * findings (`wordsOf`, `spoken`).
 */
export { placeOf, type SpokenFinding, said, spell, spoken, wordsOf } from "./finding-words.ts";
export { type Counted, GRAMMAR, type Length } from "./grammar.ts";
export { plainPlace } from "./naming.ts";
export { signsBetween } from "./order.ts";
export {
  inBoth,
  type Naming,
  namingOf,
  type Words,
  widestOf,
  wordsOfCube,
  wordsOfCubes,
  wordsOfPerson,
} from "./people.ts";
export { type ConditionText, conditionTextOf, sentenceOf } from "./sentences.ts";
export { showValue } from "./show-value.ts";
