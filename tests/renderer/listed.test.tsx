import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import { Listed } from "../../renderer/kit/parts/listed.tsx";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { common } }, interpolation: { escapeValue: false } });
});

test.each([
  [100, 124, "Showing 100 of 124"],
  [124, 124, ""],
  [0, 0, ""],
])("a list that shows %i of %i entries has the note %j", (shown, total, said) => {
  expect(renderToStaticMarkup(<Listed shown={shown} total={total} />).replaceAll(/<[^>]*>/g, "")).toBe(said);
});
