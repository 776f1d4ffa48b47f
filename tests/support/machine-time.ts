/** Variables by which libfaketime gives a process another time, as `npm run campaign -- any-day` does. */
const NAMES = /^(LD_PRELOAD|FAKETIME|FAKETIME_DONT_FAKE_MONOTONIC|DONT_FAKE_MONOTONIC)$/;

/**
 * Returns the variables that give a child process the machine time of this one; empty if the machine's time is real. A
 * test that starts a process with few variables must pass these on, or the two disagree about today.
 */
export function machineTime(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      NAMES.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/**
 * Whether the processes have another time by libfaketime. PostgreSQL then never notices a deadlock, so tests that need
 * one noticed are left out.
 */
export const isTimeFaked = process.env.FAKETIME !== undefined;
