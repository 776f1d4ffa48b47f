import { AnyJson, INSTANT, listOf, named, objectOf, orNull, TEXT, type TypeOf, UUID } from "../http/index.ts";

const sent = {
  module: { ...orNull(TEXT), description: "Brings the words by which the values are read" },
  answers: {
    ...orNull(listOf(objectOf({ place: TEXT, value: AnyJson, files: listOf(UUID) }))),
    description: "In the order of the review; nothing where the person was erased",
  },
};

/**
 * The answers that staff see beside the input of an effect. They have the labels of the version on which they
 * were submitted.
 */
export const RecordOfAnswers = named(
  "RecordOfAnswers",
  objectOf({
    ...sent,
    before: orNull(
      objectOf(
        { ...sent, at: INSTANT },
        "What the same person sent the last time, if this submission repeats that one",
      ),
    ),
  }),
);
export type RecordOfAnswers = TypeOf<typeof RecordOfAnswers>;

export type Kept = NonNullable<RecordOfAnswers["answers"]>;
