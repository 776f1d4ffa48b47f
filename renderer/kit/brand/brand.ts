import {
  BRAND_CODES,
  type Brand,
  type BrandFacts,
  brandFactsOf,
  DEFAULT_BRAND,
} from "../../../domain/brands.ts";

let drawn: Brand | null = null;

/** Returns the brand named in `<html data-brand>`. On the server, returns the brand set by `drawFor`. */
export function brand(): Brand {
  if (drawn !== null) return drawn;
  const worn = document.documentElement.dataset.brand;
  return BRAND_CODES.find((known) => known === worn) ?? DEFAULT_BRAND;
}

/** Sets the brand outside a browser. One server has one brand. */
export function drawFor(name: Brand): void {
  drawn = name;
}

/** Returns the facts of the current brand, such as its name. */
export function brandFacts(): BrandFacts {
  return brandFactsOf(brand());
}

/** Applies the brand from the server's settings, unless the HTML already has it. */
export function wearBrand(name: Brand): void {
  const root = document.documentElement;
  root.dataset.brand = name;
  document.querySelector('link[rel="icon"]')?.setAttribute("href", `/icon-${name}.svg`);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", brandFactsOf(name).themeColor);
}
