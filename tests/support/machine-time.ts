/** Variables with which libfaketime gives a process another time, as `npm run campaign -- any-day` does. */
const NAMES = /^(LD_PRELOAD|FAKETIME|FAKETIME_DONT_FAKE_MONOTONIC|DONT_FAKE_MONOTONIC)$/;

/**
 * Returns the variables that give a child process the same machine time as this process; empty if the time is
 * real. A test that starts a process with few variables must pass these on. Otherwise the two processes
 * disagree about the date.
 */
export function machineTime(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      NAMES.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/**
 * Whether libfaketime gives the processes another time. PostgreSQL then never notices a deadlock, so tests
 * that need a detected deadlock are skipped.
 */
export const isTimeFaked = process.env.FAKETIME !== undefined;
