/** The drawing for maintenance: a bridge whose middle piece hangs from a crane. */
export function RepairArt() {
  return (
    <svg viewBox="0 0 340 170" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M12 156h316" stroke="var(--line)" strokeWidth="4" />
      <path d="M40 136h104M196 136h106" stroke="var(--brand-ink)" strokeWidth="9" />
      <path
        d="M48 134C64 92 92 62 124 52M216 52c32 10 60 40 76 82"
        stroke="var(--brand-ink)"
        strokeWidth="7"
      />
      <path d="M74 130v-30M101 130V76M239 130V76M266 130v-30" stroke="var(--c3)" strokeWidth="4" />
      <path
        d="M126 51Q170 38 214 51M148 136h44"
        stroke="var(--action)"
        strokeWidth="8"
        strokeDasharray="1 16"
      />
      <path d="M138 20h184M312 14v140M294 20l18 22M170 20v70" stroke="var(--ink-3)" strokeWidth="4" />
      <rect x="150" y="88" width="40" height="14" rx="4" fill="var(--action)" />
    </svg>
  );
}

/** The drawing for a paused account: a shield with a lock. */
export function PausedArt() {
  return (
    <svg viewBox="0 0 340 170" aria-hidden="true">
      <path
        d="M170 10l66 24v54c0 38-28 62-66 74-38-12-66-36-66-74V34z"
        fill="var(--brand-soft)"
        stroke="var(--brand-ink)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M152 78V64a18 18 0 0 1 36 0v14" fill="none" stroke="var(--brand-ink)" strokeWidth="8" />
      <rect x="142" y="76" width="56" height="44" rx="8" fill="var(--brand-ink)" />
      <circle cx="170" cy="98" r="6" fill="var(--action)" />
    </svg>
  );
}

/** The drawing for "page not found": a bridge that ends in the air. */
export function LostArt() {
  return (
    <svg viewBox="0 0 340 170" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M12 156h316" stroke="var(--line)" strokeWidth="4" />
      <path d="M30 130h150" stroke="var(--brand-ink)" strokeWidth="9" />
      <path d="M40 128C60 70 100 44 150 44" stroke="var(--brand-ink)" strokeWidth="7" />
      <path d="M80 124V86M115 124V62M150 124V48" stroke="var(--c3)" strokeWidth="4" />
      <path d="M204 130h96" stroke="var(--action)" strokeWidth="8" strokeDasharray="1 18" />
    </svg>
  );
}
