import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import myOrders from "../../locales/en/my-orders.json" with { type: "json" };
import staff from "../../locales/en/staff.json" with { type: "json" };
import type { PersonDesk } from "../../renderer/kit/api/answers.ts";
import { PersonOrders } from "../../renderer/staff/people/person-orders.tsx";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { "my-orders": myOrders, staff } },
    interpolation: { escapeValue: false },
  });
});

type Order = NonNullable<PersonDesk["orders"]>["orders"][number];

test.each([
  { kind: "redemption", step: "approved", says: "Approved, money on its way" },
  { kind: "redemption", step: "success", says: "Money sent" },
  { kind: "switch-out", step: "approved", says: "Approved, being switched" },
  { kind: "subscription", step: "success", says: "Done" },
] satisfies (Pick<Order, "kind" | "step"> & { says: string })[])(
  "the staff page of a person describes a $kind in the step $step as: $says",
  ({ says, ...of }) => {
    const order = {
      ...of,
      id: "1",
      reference: "SP-261123-000001",
      strategy: "M-BTCA",
      amount: null,
      units: "10.0000",
      placedAt: "2026-11-23T10:00:00+07:00",
      navDate: "2026-11-23",
    };
    const desk = { role: null, orders: { holdings: [], orders: [order] } } as unknown as PersonDesk;
    const badge = /<span class="badge[^>]*>([^<]*)</.exec(renderToStaticMarkup(<PersonOrders of={desk} />));
    expect(badge?.[1]).toBe(says);
  },
);
