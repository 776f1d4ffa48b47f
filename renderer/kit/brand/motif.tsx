import { brand } from "./brand.ts";

const HANGERS = Array.from({ length: 13 }, (_, at) => 340 + at * 40);

/** The faint drawing behind the brand's panels: an arch for Saphan, waves for Nava. */
export function Motif() {
  return brand() === "nava" ? (
    <svg className="motif" viewBox="0 0 400 400" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {[250, 278, 306, 334, 362, 390].map((y) => (
        <path key={y} d={`M-40 ${y}q80-46 160 0t160 0 160 0`} strokeWidth="2" />
      ))}
    </svg>
  ) : (
    <svg className="motif" viewBox="0 0 800 400" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <path d="M-20 360h840" strokeWidth="5" />
      <path d="M300 360Q440 40 580 40t280 320" strokeWidth="8" />
      {HANGERS.map((x) => (
        <path key={x} d={`M${x} ${Math.round(50 + ((x - 580) / 280) ** 2 * 310)}V360`} strokeWidth="3" />
      ))}
    </svg>
  );
}
