import { GRAMMAR, inBoth, type Naming, type Words, wordsOfCube } from "../words/index.ts";
import type { AnswerChange } from "./answer-changes.ts";

/**
 * Describes the people whose answers only one of two versions accepts: by values, by lengths, or by one
 * example.
 */
export function wordsOfAnswers(change: AnswerChange, naming: Naming): Words {
  switch (change.kind) {
    case "values":
      return wordsOfCube(change.cube, naming);
    case "lengths":
      return inBoth((language) =>
        GRAMMAR[language].someoneWith(naming.place(change.path, language), change.counted, change.lengths),
      );
    case "example": {
      const person = wordsOfCube(change.cube, naming);
      return inBoth((language) => GRAMMAR[language].forExample(person[language]));
    }
  }
}
