const MEGABYTE = 1024 * 1024;

/** Limits per day (UTC): number of uploads, and their bytes. */
export const dailyLimits = {
  /** Per account or visitor. */
  subject: { files: 60, bytes: 400 * MEGABYTE },
  /** Per network, because many people can share an address. */
  network: { files: 400, bytes: 2_000 * MEGABYTE },
  /** For all visitors together. */
  visitors: { files: 5_000, bytes: 20_000 * MEGABYTE },
} as const;

/** Parallel uploads in one process, per network and in total. */
export const sideBySide = { network: 8, all: 64 } as const;

/** Minimum speed: after `graceMs` an average of `bytesPerSecond`; total maximum `longestMs`. */
export type Pace = {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  readonly longestMs: number;
};

/** Half the speed of the slowest mobile line. A photo of 10 MB has five minutes. */
export const slowestPace: Pace = { graceMs: 15_000, bytesPerSecond: 2_048, longestMs: 300_000 };
