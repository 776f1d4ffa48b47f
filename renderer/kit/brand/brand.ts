/** The two brands of the product; one per server process. */
export type Brand = "saphan" | "nava";

let drawn: Brand | null = null;

/** The brand that the server wrote on `<html data-brand>`; where the server itself draws, the one that it draws for. */
export function brand(): Brand {
  return drawn ?? (document.documentElement.dataset.brand === "nava" ? "nava" : "saphan");
}

/** Says for which brand pages are drawn where there is no document. A server has one brand. */
export function drawFor(name: Brand): void {
  drawn = name;
}

/** What differs between the brands besides colours and mark. Demonstration contacts. */
export const BRANDS: Readonly<Record<Brand, { name: string; chat: string; phone: string }>> = {
  saphan: { name: "Saphan", chat: "@saphan.example", phone: "02-000-0000" },
  nava: { name: "Nava", chat: "@nava.example", phone: "02-000-0001" },
};

/** Facts of the brand that this page wears. */
export function brandFacts() {
  return BRANDS[brand()];
}

/** Puts the brand that the server's settings name on the page, where its HTML did not say it already. */
export function wearBrand(name: Brand): void {
  const root = document.documentElement;
  root.dataset.brand = name;
  document.querySelector('link[rel="icon"]')?.setAttribute("href", `/icon-${name}.svg`);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", name === "nava" ? "#12295C" : "#0B4436");
}
