import { brand, brandFacts } from "./brand.ts";

/** The brand's logo and name, linking home or to `href`. */
export function Logo({ href = "/" }: { readonly href?: string }) {
  return (
    <a className="mark" href={href}>
      <Mark />
      <span lang="en">{brandFacts().name}</span>
    </a>
  );
}

/** The mark alone: a bridge for Saphan, a boat for Nava. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--brand)" />
      {brand() === "nava" ? <Boat /> : <Bridge />}
    </svg>
  );
}

function Bridge() {
  return (
    <g fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round">
      <path d="M10.500 15v7M16 11.500V22M21.500 15v7" />
      <path d="M5.500 22.500h21" strokeWidth="2.400" />
      <path
        d="M6 22.500C8.300 13.500 12 9.500 16 9.500s7.700 4 10 13"
        stroke="var(--action)"
        strokeWidth="2.600"
      />
    </g>
  );
}

function Boat() {
  return (
    <g fill="#fff">
      <path d="M15 7v12H8.500C11 15.500 13.500 11.500 15 7z" />
      <path d="M17 9.500c3.200 2.500 5.200 5.500 6 9.500h-6z" fill="var(--action)" />
      <path d="M6 21.500h20c-.8 3-3.200 4.500-6.500 4.500h-7C9.200 26 6.800 24.500 6 21.500z" />
    </g>
  );
}
