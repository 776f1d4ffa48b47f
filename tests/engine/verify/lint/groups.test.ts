import { describe, expect, it } from "vitest";
import { decide, END, next } from "../../fixtures/parts.ts";
import { type Around, ask, loose } from "./around.ts";

describe("the check that users pass the groups of steps in order", () => {
  const grouped = (asking: string | null, acting: string | null, ending: string | null = null): Around => {
    const of = (group: string | null) => (group === null ? {} : { group });
    return {
      flow: { groups: ["one", "two"] },
      act: of(acting),
      steps: {
        ...ask(of(asking)),
        side: { ...decide("other"), group: "one" },
        other: { ...END, group: "two" },
        late: { ...END, ...of(ending) },
      },
    };
  };
  const back = {
    key: "group-backwards",
    params: { step: "act", group: "one", before: "ask", earlier: "two" },
  };

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["accepts a path from one group to the next", grouped("one", "two"), []],
    ["accepts a path within a group", grouped("two", "two"), []],
    ["reports a path back to an earlier group", grouped("two", "one"), [["/steps/act/group", back]]],
    ["accepts a path from a step without a group into a group", grouped(null, "one"), []],
    ["accepts a path from a group to a step without a group", grouped("two", null), []],
    [
      "accepts a path back to an end",
      {
        ...grouped("two", "two"),
        act: { group: "two", next: next("over") },
        steps: { ...grouped("two", "two").steps, over: { ...END, group: "one" } },
      },
      [],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => expect(loose(small)).toEqual(findings));
});
