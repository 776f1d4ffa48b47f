import {
  eitherOf,
  exactly,
  FLAG,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  UUID,
  VALUES,
  WHOLE,
} from "../http/index.ts";
import { VersionState } from "../publishing/index.ts";

// Answer schemas of the calls about paths.

export const PathVersion = named(
  "PathVersion",
  objectOf(
    {
      id: UUID,
      flow: TEXT,
      number: orNull(WHOLE),
      hash: orNull(TEXT),
      state: VersionState,
    },
    "What names a version, and says what became of it",
  ),
);

export const Around = named(
  "Around",
  objectOf(
    { flags: mapOf(FLAG), facts: mapOf(orNull(VALUES)) },
    "Switches and facts around somebody who goes a path",
  ),
);

export const Happening = named("Happening", {
  description: "What becomes of a step by itself",
  ...eitherOf(
    objectOf({ done: VALUES }),
    objectOf({ fails: TEXT, "field?": TEXT }),
    objectOf({ event: VALUES }),
    objectOf({ timeout: exactly(true) }),
    objectOf({ exhausted: exactly(true) }),
    objectOf({ passed: exactly(true) }),
  ),
});

export const Traveller = named(
  "Traveller",
  objectOf(
    {
      around: Around,
      later: mapOf(Around, "What is otherwise after the receipt of a step"),
      answers: mapOf(VALUES, "By step"),
      happens: mapOf(listOf(Happening), "By step, one after the other; the last is repeated"),
    },
    "A made-up person with everything that their way through a flow needs",
  ),
);

export const Path = named(
  "Path",
  objectOf(
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
      conditions: listOf(objectOf({ step: TEXT, says: Sentence }), "What decides, step by step"),
      detour: orNull(
        objectOf({ at: TEXT, code: TEXT, back: TEXT }, "An error that sends them back to answer again"),
      ),
      traveller: Traveller,
      says: Sentence,
    },
    "A class of paths, with somebody who goes it",
  ),
);

export const Paths = named(
  "Paths",
  objectOf(
    {
      version: PathVersion,
      module: { ...TEXT, description: "Where the version's module lies" },
      title: Sentence,
      titles: mapOf(Sentence, "Of steps that have one"),
      effects: mapOf(Sentence, "What the server does at a step"),
      flow: TEXT,
      ways: { ...WHOLE, description: "How many paths somebody can go" },
      classes: listOf(Path),
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
);
