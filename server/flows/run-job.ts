/** The job that does remote effects and later tries; its data names instance, step and attempt. */
export const RUN_JOB = "flows.effect";

/** Which try of which effect a job is about. */
export type RunRef = { readonly instance: string; readonly step: string; readonly attempt: number };
