/** The job that does remote effects and later tries; its data names instance, step and attempt. */
export const RUN_JOB = "flows.effect";
