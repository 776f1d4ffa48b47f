import i18next from "i18next";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonSchema } from "../../engine/values/json.ts";
import common from "../../locales/en/common.json" with { type: "json" };
import { sayAsked } from "../../renderer/flow/say-asked.ts";
import type { View } from "../../renderer/kit/api/answers.ts";
import { dropToast, toasts } from "../../renderer/kit/api/toast-store.ts";
import { loadFlow } from "../definitions/definition-files.ts";

beforeAll(async () => {
  const texts = { contact: { label: "Name" } };
  await i18next.init({
    lng: "en",
    resources: { en: { common, texts } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => dropToast("asked"));

const viewAt = (hash: string, kind: string, step: string) => ({ hash, at: { kind, step } }) as View;

describe("the note about added questions", () => {
  test.each([
    ["names the question that a newer version adds", "review", "2", 1],
    ["shows nothing if the version stays the same", "review", "1", 0],
    ["shows nothing on the page of the new question, which has its own note", "form", "2", 0],
  ] as const)("%s", async (_, kind, hash, count) => {
    const definition = await loadFlow("estate");
    const { heardFrom: _new, ...properties } = {
      ...(definition.schemas.holder?.properties as Record<string, JsonSchema>),
      heardFrom: { type: "string" } as JsonSchema,
    };
    const holder = { ...definition.schemas.holder, properties: { ...properties, heardFrom: _new } };
    const newer = { ...definition, schemas: { ...definition.schemas, holder } } as typeof definition;
    sayAsked(
      { definition, view: viewAt("1", kind, kind === "form" ? "holder" : "review") },
      { definition: newer, view: viewAt(hash, "form", "holder") },
    );
    expect(toasts.get().map(({ text }) => /heardFrom/.test(text))).toEqual(count === 1 ? [true] : []);
  });
});
