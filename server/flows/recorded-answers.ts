import { AnyJson, listOf, named, objectOf, orNull, TEXT, type TypeOf, UUID } from "../http/index.ts";

/** The answers that people get beside an effect's input, with the labels of the submitted version. */
export const RecordOfAnswers = named(
  "RecordOfAnswers",
  objectOf({
    module: { ...orNull(TEXT), description: "Brings the words by which the values are read" },
    answers: {
      ...orNull(listOf(objectOf({ place: TEXT, value: AnyJson, files: listOf(UUID) }))),
      description: "In the order of the review; nothing where the person was erased",
    },
  }),
);
export type RecordOfAnswers = TypeOf<typeof RecordOfAnswers>;

export type Kept = NonNullable<RecordOfAnswers["answers"]>;
