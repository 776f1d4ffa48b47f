const MEGABYTE = 1024 * 1024;

/** How much may be uploaded in a day (of UTC): files that began to arrive, and their bytes. */
export const dailyLimits = {
  /** By one account or one visitor. */
  subject: { files: 60, bytes: 400 * MEGABYTE },
  /** From one network: many people may stand behind one address. */
  network: { files: 400, bytes: 2_000 * MEGABYTE },
  /** By everybody who is not logged in. */
  visitors: { files: 5_000, bytes: 20_000 * MEGABYTE },
} as const;

/** Uploads that one process takes at the same time, from one network and in all. */
export const sideBySide = { network: 8, all: 64 } as const;

/** How slow an upload may be: after `graceMs` it has brought `bytesPerSecond` all along, and it ends after `longestMs`. */
export type Pace = {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  readonly longestMs: number;
};

/** Half of what the slowest mobile line brings; a photo of 10 MB has five minutes. */
export const slowestPace: Pace = { graceMs: 15_000, bytesPerSecond: 2_048, longestMs: 300_000 };
