/** The two brands of the product; one per server process. */
export type Brand = "saphan" | "nava";

let drawn: Brand | null = null;

/** The brand in `<html data-brand>`; on the server, the brand set by `drawFor`. */
export function brand(): Brand {
  return drawn ?? (document.documentElement.dataset.brand === "nava" ? "nava" : "saphan");
}

/** Sets the brand where there is no document. A server has one brand. */
export function drawFor(name: Brand): void {
  drawn = name;
}

/** What differs between the brands besides colours and logo. Demonstration contacts. */
export const BRANDS: Readonly<Record<Brand, { name: string; chat: string; phone: string }>> = {
  saphan: { name: "Saphan", chat: "@saphan.example", phone: "02-000-0000" },
  nava: { name: "Nava", chat: "@nava.example", phone: "02-000-0001" },
};

/** The facts of the current brand. */
export function brandFacts() {
  return BRANDS[brand()];
}

/** Applies the brand from the server's settings, unless the HTML has it already. */
export function wearBrand(name: Brand): void {
  const root = document.documentElement;
  root.dataset.brand = name;
  document.querySelector('link[rel="icon"]')?.setAttribute("href", `/icon-${name}.svg`);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", name === "nava" ? "#12295C" : "#0B4436");
}
