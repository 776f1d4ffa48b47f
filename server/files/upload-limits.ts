const MEGABYTE = 1024 * 1024;

/** Limits per day (UTC): number of uploads, and their total number of bytes. */
export const dailyLimits = {
  /** Limits of each account or visitor. */
  subject: { files: 60, bytes: 400 * MEGABYTE },
  /** Limits of each network. They are higher, because many people can share an address. */
  network: { files: 400, bytes: 2_000 * MEGABYTE },
  /** Limits of all visitors together. */
  visitors: { files: 5_000, bytes: 20_000 * MEGABYTE },
} as const;

/** Maximum number of parallel uploads in one process, per network and in total. */
export const sideBySide = { network: 8, all: 64 } as const;

/**
 * Minimum speed of an upload. After `graceMs`, the average must be at least `bytesPerSecond`, and the upload
 * may take at most `longestMs`.
 */
export type Pace = {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  readonly longestMs: number;
};

/**
 * The default pace, half the speed of the slowest mobile line. A photo of 10 MB must arrive within five
 * minutes.
 */
export const slowestPace: Pace = { graceMs: 15_000, bytesPerSecond: 2_048, longestMs: 300_000 };
