import i18next from "i18next";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import ordersEn from "../../locales/en/my-orders.json" with { type: "json" };
import ordersTh from "../../locales/th/my-orders.json" with { type: "json" };
import { OrderList } from "../../renderer/portal/parts/order-list.tsx";
import type { Order } from "../../renderer/portal/parts/records.ts";

// Without the router links have no target; the tests read only their text.
vi.mock("../../renderer/kit/parts/page-link.tsx", () => ({
  PageLink: ({ children }: { readonly children: ReactNode }) => <a href="/">{children}</a>,
}));

/** Labels of section 4 for every kind and step of the API's types. */
const SAYS = {
  th: {
    subscription: { confirm: /รอเงินโอน/, approved: /ได้รับเงินแล้ว/, success: /สำเร็จ/, reject: /ไม่ผ่าน/ },
    redemption: { confirm: /รับคำสั่งแล้ว/, approved: /อนุมัติแล้ว/, success: /โอนเงินแล้ว/, reject: /ไม่ผ่าน/ },
    "switch-out": { confirm: /รับคำสั่งแล้ว/, approved: /อนุมัติแล้ว/, success: /สับเปลี่ยนแล้ว/, reject: /ไม่ผ่าน/ },
    "switch-in": { confirm: /รับคำสั่งแล้ว/, approved: /อนุมัติแล้ว/, success: /สับเปลี่ยนแล้ว/, reject: /ไม่ผ่าน/ },
    ways: { waiting: /รออนุมัติ/, cancelled: /ยกเลิก/, expired: /หมดเวลา/ },
  },
  en: {
    subscription: { confirm: /Waiting for money/, approved: /received/, success: /Done/, reject: /Rejected/ },
    redemption: { confirm: /received/, approved: /Approved/, success: /Money sent/, reject: /Rejected/ },
    "switch-out": { confirm: /received/, approved: /Approved/, success: /Switched/, reject: /Rejected/ },
    "switch-in": { confirm: /received/, approved: /Approved/, success: /Switched/, reject: /Rejected/ },
    ways: { waiting: /Waiting for approval/, cancelled: /Cancelled/, expired: /Expired/ },
  },
} as const satisfies Record<Language, Record<Order["kind"] | "ways", Partial<Record<Order["step"], RegExp>>>>;
const KINDS = ["subscription", "redemption", "switch-out", "switch-in"] as const satisfies Order["kind"][];

/** Returns the labels of an order in the list: its kind and its step. */
function labelsOf(
  kind: Order["kind"],
  step: Order["step"],
): { readonly kind: string; readonly step: string } {
  const order = { id: "1", kind, step, strategy: "M-BTCA", placedAt: "2026-11-23", amount: "1" } as Order;
  const page = renderToStaticMarkup(<OrderList of={[order]} />);
  const text = (part: RegExp) => (part.exec(page)?.[1] ?? "").replaceAll(/<[^>]*>|\u2060/g, "");
  return {
    kind: text(/<b>(.*?) M-BTCA<\/b>/),
    step: text(/<span class="badge[^>]*>(.*?)<\/span><\/span>/),
  };
}

describe.each(LANGUAGES)("the label of an order in %s", (lng) => {
  beforeAll(async () => {
    await i18next.init({
      lng,
      resources: { [lng]: { "my-orders": lng === "th" ? ordersTh : ordersEn } },
      interpolation: { escapeValue: false },
    });
  });

  test.each(KINDS)("is different at each step of a %s", (kind) => {
    const steps = { ...SAYS[lng][kind], ...SAYS[lng].ways };
    const labels = Object.keys(steps).map((step) => labelsOf(kind, step as Order["step"]).step);
    for (const [at, says] of Object.values(steps).entries()) expect(labels[at]).toMatch(says);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test("has sixteen different texts over all kinds and steps of orders", () => {
    const shown = KINDS.flatMap((kind) =>
      Object.keys(SAYS[lng][kind]).map((step) =>
        Object.values(labelsOf(kind, step as Order["step"])).join(" "),
      ),
    );
    expect(new Set(shown).size).toBe(16);
  });
});
