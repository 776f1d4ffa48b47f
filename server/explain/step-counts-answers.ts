import {
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  orNull,
  Sentence,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

const COUNTS = {
  arrived: { ...WHOLE, description: "How many came to the step" },
  sent: { ...WHOLE, description: "How many sent it" },
  stopped: { ...WHOLE, description: "How many were last seen there more than a day ago" },
  here: { ...WHOLE, description: "How many were last seen there within a day" },
  seconds: orNull({ ...WHOLE, description: "Median seconds from coming to sending" }),
  failed: { ...WHOLE, description: "Wrong codes and failed tries" },
};
const OPENINGS = {
  opened: { ...WHOLE, description: "How many opened the flow; the latest 10,000 are read" },
  silent: { ...WHOLE, description: "How many of them sent nothing" },
};

/**
 * Figures about the people who began a flow while a version was in force, and the same figures for the
 * previous version.
 */
export const StepCountsOfVersion = named(
  "StepCountsOfVersion",
  objectOf(
    {
      from: INSTANT,
      until: orNull({ ...INSTANT, description: "null: it is in force" }),
      ...OPENINGS,
      finished: { ...WHOLE, description: "How many reached an end" },
      before: orNull(
        objectOf({ id: UUID, number: WHOLE, ...OPENINGS, finished: WHOLE }, "The version in force before"),
      ),
      steps: listOf(
        objectOf({
          step: TEXT,
          title: Sentence,
          ...COUNTS,
          before: orNull(objectOf(COUNTS)),
          worse: { ...FLAG, description: "Clearly more people stop here than in the version before" },
        }),
        "The steps at which people do something, in the order of the flow",
      ),
    },
    "What people did in a version; numbers only",
  ),
);
