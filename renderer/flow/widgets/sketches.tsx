/** A drawing of an ID card, with invented data. */
export function CardSketch({ back }: { readonly back: boolean }) {
  return (
    <svg viewBox="0 0 300 190" aria-hidden="true">
      <rect width="300" height="190" rx="14" fill="#E6EFF6" />
      <path d="M0 128q75-38 150 0t150-10" fill="none" stroke="#BFD6E6" strokeWidth="3" />
      {back ? (
        <>
          <rect y="24" width="300" height="34" fill="#5D6B73" />
          <rect x="24" y="84" width="150" height="12" rx="6" fill="#B4C8D6" />
          <rect x="24" y="150" width="122" height="18" rx="4" fill="#fff" />
          <text x="34" y="164" fontSize="13" fill="#23406B">
            JT0-1234567-89
          </text>
        </>
      ) : (
        <>
          <circle cx="32" cy="32" r="15" fill="#C9A24A" />
          <rect x="22" y="64" width="42" height="34" rx="6" fill="#D8B65C" />
          <rect x="58" y="20" width="130" height="12" rx="6" fill="#7F9CC0" />
          <rect x="80" y="66" width="116" height="12" rx="6" fill="#23406B" />
          <rect x="80" y="92" width="96" height="9" rx="4.500" fill="#9DB3C6" />
          <rect x="80" y="112" width="76" height="9" rx="4.500" fill="#9DB3C6" />
          <rect x="22" y="152" width="120" height="9" rx="4.500" fill="#B4C8D6" />
          <rect x="214" y="76" width="64" height="84" rx="4" fill="#C4D5DE" />
          <circle cx="246" cy="106" r="17" fill="#8FA5B3" />
          <path d="M220 160c0-20 12-30 26-30s26 10 26 30z" fill="#8FA5B3" />
        </>
      )}
    </svg>
  );
}

/** A drawing of a face in an oval. */
export function FaceSketch() {
  return (
    <svg viewBox="0 0 300 190" aria-hidden="true">
      <ellipse
        cx="150"
        cy="95"
        rx="62"
        ry="82"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeDasharray="8 8"
      />
      <circle cx="150" cy="76" r="30" fill="#8FA5B3" />
      <path d="M102 160c2-34 22-50 48-50s46 16 48 50z" fill="#8FA5B3" />
    </svg>
  );
}
