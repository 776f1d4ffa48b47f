import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import { TextAreaField, TextField } from "../../renderer/kit/parts/fields.tsx";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { common } }, interpolation: { escapeValue: false } });
});

test.each([
  [TextField, 200, 160, "40 characters left"],
  [TextField, 200, 159, ""],
  [TextAreaField, 1000, 999, "1 character left"],
  [TextField, 20, 19, ""],
])(
  "a text field near its limit shows how many more characters the user can type (%#)",
  (Of, most, typed, said) => {
    const field = <Of id="reason" label="" maxLength={most} value={"x".repeat(typed)} onValue={() => {}} />;
    expect(/role="status">([^<]*)/.exec(renderToStaticMarkup(field))?.[1] ?? "").toBe(said);
  },
);
