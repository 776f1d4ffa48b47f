import { expect, it } from "vitest";
import { titleOf, titleTaken } from "../../../server/gate/index.ts";
import { loadFlow } from "../../definitions/definition-files.ts";

it("the gate rejects a flow's title that another flow has, in either language, in any spacing and case", async () => {
  const pin = await loadFlow("pin");
  const { th, en } = titleOf(pin);
  const found = (beside: { readonly th: string; readonly en: string }, flow = "other") =>
    titleTaken(pin, { [flow]: beside }).map(({ code, file, pointer }) => [code, file, pointer]);
  expect(found({ th: "ชื่ออื่น", en: `  ${en.toUpperCase()} ` })).toEqual([
    ["title-taken", "locales/en/pin.json", "/pin/title"],
  ]);
  expect(found({ th, en })).toHaveLength(2);
  expect(found({ th: "ชื่ออื่น", en: "Another title" })).toEqual([]);
  expect(found({ th, en }, "pin")).toEqual([]);
});
