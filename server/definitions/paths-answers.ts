import {
  answer,
  eitherOf,
  FLAG,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

const sentence = answer("Sentence");
const values = mapOf(answer("Json"));

/** What the call about paths answers. `tests/server/definitions` holds real answers and the engine's types against it. */
export const PATHS_ANSWERS = {
  PathVersion: objectOf(
    {
      id: UUID,
      flow: TEXT,
      number: orNull(WHOLE),
      hash: orNull(TEXT),
      state: answer("VersionState"),
    },
    "What names a version, and says what became of it",
  ),
  Around: objectOf(
    { flags: mapOf(FLAG), facts: mapOf(orNull(values)) },
    "Switches and facts around somebody who goes a path",
  ),
  Happening: {
    description: "What becomes of a step by itself",
    ...eitherOf(
      objectOf({ done: values }),
      objectOf({ fails: TEXT, "field?": TEXT }),
      objectOf({ event: values }),
      objectOf({ timeout: { const: true } }),
      objectOf({ exhausted: { const: true } }),
      objectOf({ passed: { const: true } }),
    ),
  },
  Traveller: objectOf(
    {
      around: answer("Around"),
      later: mapOf(answer("Around"), "What is otherwise after the receipt of a step"),
      answers: mapOf(values, "By step"),
      happens: mapOf(listOf(answer("Happening")), "By step, one after the other; the last is repeated"),
    },
    "A made-up person with everything that her way through a flow needs",
  ),
  Path: objectOf(
    {
      number: WHOLE,
      name: {
        ...TEXT,
        description: "The end and the choices that are not the usual ones, such as paid:acknowledge,otp",
      },
      steps: listOf(TEXT),
      end: objectOf({
        step: TEXT,
        kind: oneOf("wait", "done", "stopped", "provisional"),
        reason: orNull(TEXT),
      }),
      conditions: listOf(objectOf({ step: TEXT, says: sentence }), "What decides, step by step"),
      detour: orNull(
        objectOf({ at: TEXT, code: TEXT, back: TEXT }, "An error that sends her back to answer again"),
      ),
      traveller: answer("Traveller"),
      says: sentence,
    },
    "A class of paths, with somebody who goes it",
  ),
  Paths: objectOf(
    {
      version: answer("PathVersion"),
      module: { ...TEXT, description: "Where the version's module lies" },
      title: sentence,
      titles: mapOf(sentence, "Of steps that have one"),
      flow: TEXT,
      ways: { ...WHOLE, description: "How many paths somebody can go" },
      classes: listOf(answer("Path")),
      merged: orNull(
        objectOf(
          { bound: WHOLE, by: listOf(objectOf({ end: TEXT, ways: WHOLE, shown: WHOLE })) },
          "What was merged where there are too many to show each",
        ),
      ),
      edges: { ...WHOLE, description: "Ways of leaving a step that somebody can take" },
      unshown: listOf(TEXT, "Those that no class shows"),
    },
    "The paths through a version",
  ),
};
