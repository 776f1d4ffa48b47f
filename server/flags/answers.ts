import {
  FLAG,
  INSTANT,
  inputOf,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  type TypeOf,
  UUID,
  WHOLE,
} from "../http/index.ts";

// Answer schemas of the calls about switches.

const DAY_TEXT = { ...TEXT, pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "Day in Bangkok, YYYY-MM-DD" };

const position = {
  on: FLAG,
  "from?": DAY_TEXT,
  "until?": { ...DAY_TEXT, description: "Last day, included" },
  "percent?": { ...WHOLE, minimum: 1, maximum: 100, description: "Share of people" },
  "accounts?": {
    ...listOf(
      {
        ...TEXT,
        maxLength: 254,
        pattern: "^(\\S+@\\S+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$",
      },
      "These accounts, by e-mail address or id, beside the share and groups, or alone",
    ),
    maxItems: 200,
  },
  "tiers?": { ...listOf(oneOf("standard", "plus", "prestige")), maxItems: 3 },
  "customerTypes?": { ...listOf(oneOf("INDIVIDUAL", "JURISTIC")), maxItems: 2 },
};

/** The position of a switch (for whom it is on), as sent in a request. */
export const PositionInput = inputOf(position);

const Position = named(
  "SwitchPosition",
  objectOf(
    {
      on: FLAG,
      "from?": TEXT,
      "until?": TEXT,
      "percent?": WHOLE,
      "accounts?": listOf(TEXT),
      "tiers?": listOf(TEXT),
      "customerTypes?": listOf(TEXT),
    },
    "Whom a switch is on for",
  ),
);

const Named = objectOf({ name: TEXT, title: Sentence });

const Switch = named(
  "Switch",
  objectOf({
    name: TEXT,
    title: Sentence,
    on: orNull({ ...Sentence, description: "What it does while it is on" }),
    off: orNull(Sentence),
    owner: TEXT,
    scope: oneOf("portal", "person"),
    protects: orNull({ ...oneOf("on", "off"), description: "The position that protects" }),
    mock: FLAG,
    known: { ...FLAG, description: "False: the portal does nothing for it" },
    enabled: FLAG,
    position: orNull({ ...Position, description: "Null where it is on by rules that only a file says" }),
    whom: Sentence,
    flows: listOf(objectOf({ flow: TEXT, title: Sentence }), "Flows that name it"),
    changed: orNull(
      objectOf(
        { revision: WHOLE, at: INSTANT, by: orNull(TEXT), approvedBy: orNull(TEXT), reason: TEXT },
        "Its last change by colleagues",
      ),
    ),
  }),
);

export const SwitchChange = named(
  "SwitchChange",
  objectOf({
    id: UUID,
    kind: oneOf("CHANGE", "PRESS"),
    base: WHOLE,
    conflicts: listOf(Named, "Switches that another change has set since; it must be renewed"),
    state: oneOf("PROPOSED", "APPROVED", "SENT_BACK", "WITHDRAWN", "REPLACED"),
    switches: listOf(Named),
    reason: TEXT,
    by: orNull(TEXT),
    at: INSTANT,
    own: { ...FLAG, description: "Whoever reads proposed it, so that somebody else has to decide" },
    decidedBy: orNull(TEXT),
    decidedAt: orNull(INSTANT),
    decisionNote: orNull(TEXT),
    escalatedAt: orNull({ ...INSTANT, description: "Colleagues were told that nobody confirmed it" }),
  }),
);
export type SwitchChange = TypeOf<typeof SwitchChange>;

export const SwitchDesk = named(
  "SwitchDesk",
  objectOf({
    revision: orNull(WHOLE),
    env: TEXT,
    source: oneOf("server", "database", "file", "default"),
    switches: listOf(Switch),
    waiting: listOf(SwitchChange, "Proposed, and pressed without a confirmation"),
    earlier: listOf(SwitchChange, "Decided, the newest first"),
    offered: listOf(Named, "Switches that the environment's file has otherwise since a release"),
  }),
);
export type SwitchDesk = TypeOf<typeof SwitchDesk>;

const Effects = {
  says: listOf(Sentence, "Steps of flows that sleep or wake"),
  lost: listOf(Sentence, "Protections that are given up"),
};

export const SwitchPage = named(
  "SwitchPage",
  objectOf({
    name: TEXT,
    turned: objectOf({ ...Effects, on: FLAG }, "What turning it would do"),
    history: listOf(
      objectOf({
        revision: WHOLE,
        at: INSTANT,
        source: oneOf("file", "change", "press"),
        reason: TEXT,
        by: orNull(TEXT),
        approvedBy: orNull(TEXT),
        before: Sentence,
        after: Sentence,
      }),
      "The newest first",
    ),
  }),
);
export type SwitchPage = TypeOf<typeof SwitchPage>;

export const SwitchComparison = named(
  "SwitchComparison",
  objectOf({
    change: SwitchChange,
    against: { ...WHOLE, description: "The revision that it is compared with" },
    switches: listOf(objectOf({ name: TEXT, title: Sentence, before: Sentence, after: Sentence })),
    ...Effects,
  }),
);
export type SwitchComparison = TypeOf<typeof SwitchComparison>;

export const SwitchDecided = named(
  "SwitchDecided",
  objectOf({ id: UUID, "revision?": { ...WHOLE, description: "What is in force now" } }),
);

export const SwitchExport = named(
  "SwitchExport",
  objectOf({
    revision: orNull(WHOLE),
    file: { ...TEXT, description: "The set in Unleash's format, as flags/<environment>.json is written" },
    patch: { ...TEXT, description: "What it changes of the environment's file, as git writes it" },
  }),
);

export const SwitchPatch = named(
  "SwitchPatch",
  objectOf({
    file: { ...TEXT, description: "The switches of one change in Unleash's format, with their evidence" },
  }),
);

const Condition = objectOf({
  says: Sentence,
  holds: { ...FLAG, description: "Whether the account meets it" },
});

export const AccountSwitches = named(
  "AccountSwitches",
  objectOf({
    email: TEXT,
    switches: listOf(
      objectOf({
        name: TEXT,
        title: Sentence,
        on: FLAG,
        ways: listOf(
          listOf(Condition),
          "Each way in which it comes on, with all its conditions; empty if it is on for everybody or nobody",
        ),
        needs: listOf(Condition, "Conditions of every way: other switches"),
      }),
    ),
  }),
);
export type AccountSwitches = TypeOf<typeof AccountSwitches>;

export const SwitchTasks = named(
  "SwitchTasks",
  objectOf({
    toDecide: WHOLE,
    unconfirmed: { ...WHOLE, description: "Presses that wait longer than a day" },
  }),
);
