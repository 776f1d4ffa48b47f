import { GRAMMAR, inBoth, type Naming, type Words, wordsOfCube } from "../words/index.ts";
import type { AnswerChange } from "./answer-changes.ts";

/** Who gives the answers that only one of two versions takes: by their values, by their lengths, or one who shows it. */
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
