import { brandFacts } from "./brand.ts";

/** The brand's logo and name, with a link to the home page or to `href`. */
export function Logo({ href = "/" }: { readonly href?: string }) {
  return (
    <a className="mark" href={href}>
      <Mark />
      <span lang="en">{brandFacts().name}</span>
    </a>
  );
}

/** The brand's symbol without its name. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--brand)" />
      <g fill="none" strokeLinecap="round">
        {brandFacts().mark.map((part) =>
          "fill" in part ? (
            <path key={part.d} d={part.d} fill={part.fill} />
          ) : (
            <path key={part.d} d={part.d} stroke={part.stroke} strokeWidth={part.width} />
          ),
        )}
      </g>
    </svg>
  );
}
