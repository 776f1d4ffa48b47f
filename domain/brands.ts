/**
 * One line or area of a drawing, as an SVG path. Colours are tokens (`var(--action)`) or white. The width is
 * in units of the view box.
 */
export type Stroke = { readonly d: string } & (
  | { readonly fill: string }
  | { readonly stroke: string; readonly width: number }
);

/**
 * The properties of a brand. Its colours (`tokens.css`) and icon (`public/icon-<brand>.svg`) are in
 * `renderer/kit/brand` instead.
 */
export type BrandFacts = {
  readonly name: string;
  /** LINE account and telephone number of the brand's office. For demonstration only. */
  readonly chat: string;
  readonly phone: string;
  /** Letters with which the brand's order references begin. Each brand has different letters. */
  readonly referencePrefix: string;
  /** Colour of the browser's frame. Must equal `--brand` in the light theme. */
  readonly themeColor: string;
  /**
   * Whether the brand's home page is stored in Strapi (specification section 7). Otherwise the home page is
   * part of the program.
   */
  readonly homeInStrapi: boolean;
  /** The brand's logo in white, on a square of 32 units. */
  readonly mark: readonly Stroke[];
  /** The faint drawing behind the brand's coloured areas. `align` is the `preserveAspectRatio` of the SVG. */
  readonly motif: {
    readonly viewBox: string;
    readonly align: string;
    readonly lines: readonly { readonly d: string; readonly width: number }[];
  };
};

/**
 * The register of brands. Each server process runs one brand, chosen by `BRAND`. The recipe is “A brand” in
 * `docs/recipes.md`.
 */
export const BRANDS = {
  saphan: {
    name: "Saphan",
    chat: "@saphan.example",
    phone: "02-000-0000",
    referencePrefix: "SP",
    themeColor: "#0B4436",
    homeInStrapi: true,
    // The logo is a bridge.
    mark: [
      { d: "M10.500 15v7M16 11.500V22M21.500 15v7", stroke: "#fff", width: 2 },
      { d: "M5.500 22.500h21", stroke: "#fff", width: 2.4 },
      { d: "M6 22.500C8.300 13.500 12 9.500 16 9.500s7.700 4 10 13", stroke: "var(--action)", width: 2.6 },
    ],
    motif: {
      viewBox: "0 0 800 400",
      align: "xMaxYMax slice",
      lines: [
        { d: "M-20 360h840", width: 5 },
        { d: "M300 360Q440 40 580 40t280 320", width: 8 },
        {
          d: "M340 278V360M380 208V360M420 151V360M460 107V360M500 75V360M540 56V360M580 50V360M620 56V360M660 75V360M700 107V360M740 151V360M780 208V360M820 278V360",
          width: 3,
        },
      ],
    },
  },
  nava: {
    name: "Nava",
    chat: "@nava.example",
    phone: "02-000-0001",
    referencePrefix: "NV",
    themeColor: "#12295C",
    homeInStrapi: false,
    // The logo is a boat.
    mark: [
      { d: "M15 7v12H8.500C11 15.500 13.500 11.500 15 7z", fill: "#fff" },
      { d: "M17 9.500c3.200 2.500 5.200 5.500 6 9.500h-6z", fill: "var(--action)" },
      { d: "M6 21.500h20c-.8 3-3.200 4.500-6.500 4.500h-7C9.200 26 6.800 24.500 6 21.500z", fill: "#fff" },
    ],
    motif: {
      viewBox: "0 0 400 400",
      align: "xMidYMax slice",
      lines: [
        {
          d: "M-40 250q80-46 160 0t160 0 160 0M-40 278q80-46 160 0t160 0 160 0M-40 306q80-46 160 0t160 0 160 0M-40 334q80-46 160 0t160 0 160 0M-40 362q80-46 160 0t160 0 160 0M-40 390q80-46 160 0t160 0 160 0",
          width: 2,
        },
      ],
    },
  },
} as const satisfies { readonly [brand: string]: BrandFacts };

export type Brand = keyof typeof BRANDS;

/** The codes of all brands, in the register's order. */
export const BRAND_CODES = Object.keys(BRANDS) as readonly Brand[];

/** The brand of a process that does not set `BRAND`. */
export const DEFAULT_BRAND: Brand = "saphan";

/** Returns the properties of a brand. */
export function brandFactsOf(brand: Brand): BrandFacts {
  return BRANDS[brand];
}

/** Returns the brands whose customers may log in to `brand`. */
export function otherBrands(brand: Brand): readonly Brand[] {
  return BRAND_CODES.filter((other) => other !== brand);
}
