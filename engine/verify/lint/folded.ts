import type { Cause, Finding } from "../../rules/rule.ts";

/** Something that is found, and what may cause it. */
type Caused = Cause & Pick<Finding, "because">;

/** One fault: what causes it, and what is found besides because of it. */
export type Fold<One extends Caused = Finding> = { readonly cause: One; readonly follow: readonly One[] };

/** Findings as people read them: each cause once, with all that follows from it. */
export function foldedByCause<One extends Caused>(findings: readonly One[]): readonly Fold<One>[] {
  const causes = findings.filter(
    (one) => one.because === undefined || !findings.some((other) => isCause(one, other)),
  );
  return causes.map((cause) => ({
    cause,
    follow: findings.filter(
      (one) => !causes.includes(one) && causes.find((other) => isCause(one, other)) === cause,
    ),
  }));
}

/** Whether the second is named as what causes the first. */
export function isCause({ because }: Caused, { code, file, pointer }: Caused): boolean {
  return because?.code === code && because.file === file && because.pointer === pointer;
}
