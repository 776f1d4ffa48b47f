import { brandFacts } from "./brand.ts";

/** The faint drawing in the background of the brand's panels. */
export function Motif() {
  const { viewBox, align, lines } = brandFacts().motif;
  return (
    <svg className="motif" viewBox={viewBox} preserveAspectRatio={align} aria-hidden="true">
      {lines.map(({ d, width }) => (
        <path key={d} d={d} strokeWidth={width} />
      ))}
    </svg>
  );
}
