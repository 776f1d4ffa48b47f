import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { checkLinks } from "../../../../engine/verify/lint/check-links.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { END, is, must, next } from "../../fixtures/parts.ts";
import { type Around, ask, filesAround } from "./around.ts";

describe("the check that links have existing targets", () => {
  const destinations = { flows: ["kyc"], pages: ["/", "/overview", "/orders/$id"] };
  const own = () => "flows/small/rules/good.json";
  const linked = (small: Around, fileOf: (rule: string) => string = own) => {
    const { definition } = verify(filesAround(small), trade);
    if (definition === null) throw new Error("the small flow does not load");
    return checkLinks(definition, destinations, fileOf).map(({ code, file, pointer, says }) => [
      code,
      file,
      pointer,
      "params" in says ? says.params : null,
    ]);
  };

  it.each<readonly [link: string, leads: boolean]>([
    ["flow:kyc", true],
    ["flow:kycs", false],
    ["/", true],
    ["/overview", true],
    ["/overview?tab=all", true],
    ["/overview#top", true],
    ["/overview/more", false],
    ["/over", false],
    ["/orders/7", true],
    ["/orders/", false],
    ["/orders", false],
    ["/order/7", false],
  ])("gives for a link from an end to %s the verdict %j", (link, leads) => {
    const small: Around = {
      act: { next: next("late") },
      steps: { late: { ...END, links: ["/overview", link] } },
    };
    const finding = ["link-to-nowhere", "flows/small/flow.json", "/steps/late/links/1", { link }];
    expect(linked(small)).toEqual(leads ? [] : [finding]);
  });

  const mended = (mend: string): Around => ({
    steps: ask({ check: ["good"] }),
    rules: {
      good: must([
        ["none", is("answers.ask.x", "a")],
        [mend, is("answers.ask.x", "b")],
      ]),
    },
  });

  it.each<readonly [mend: string, findings: readonly unknown[]]>([
    ["none", []],
    ["flow:kyc", []],
    ["flow:gone", [["link-to-nowhere", own(), "/must/1/mend", { link: "flow:gone" }]]],
    ["answers.ask.x", []],
    ["answers.ask.z", [["unknown-path", own(), "/must/1/mend", { path: "answers.ask.z" }]]],
  ])("gives the expected findings for a clause with the mend %s", (mend, findings) =>
    expect(linked(mended(mend))).toEqual(findings),
  );

  it("lets a clause of a shared rule refer the user to a different flow", () => {
    const shared = () => "flows/shared/rules/good.json";
    expect(linked(mended("answers.ask.z"), shared)).toEqual([]);
    expect(linked(mended("flow:gone"), shared)).toHaveLength(1);
  });
});
