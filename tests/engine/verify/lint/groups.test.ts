import { describe, expect, it } from "vitest";
import { decide, END, next } from "../../fixtures/parts.ts";
import { type Around, ask, loose } from "./around.ts";

describe("groups are passed in order", () => {
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
    ["on from one to the next", grouped("one", "two"), []],
    ["within one", grouped("two", "two"), []],
    ["back", grouped("two", "one"), [["/steps/act/group", back]]],
    ["from none into one", grouped(null, "one"), []],
    ["out of one", grouped("two", null), []],
    [
      "back to an end",
      {
        ...grouped("two", "two"),
        act: { group: "two", next: next("over") },
        steps: { ...grouped("two", "two").steps, over: { ...END, group: "one" } },
      },
      [],
    ],
  ])("%s", (_, small, findings) => expect(loose(small)).toEqual(findings));
});
