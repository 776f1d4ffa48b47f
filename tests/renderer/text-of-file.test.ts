import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import { textOfFile } from "../../renderer/kit/api/text-of-file.ts";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { common } } });
});

test.each([
  ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
  ["a spreadsheet", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)],
  ["Thai in another encoding", Uint8Array.of(0xa1, 0xd2, 0xc3)],
])(
  "a chosen file that is %s is rejected, with a message, because it is not a CSV file in UTF-8",
  async (_what, bytes) => {
    const read = await textOfFile(new Blob([bytes]));
    expect(read).toMatchObject({ ok: false, error: { message: { en: expect.stringContaining("UTF-8") } } });
  },
);

test("the text of a valid chosen file is read without change", async () => {
  expect(await textOfFile(new Blob(["วันที่,NAV"]))).toEqual({ ok: true, value: "วันที่,NAV" });
});
