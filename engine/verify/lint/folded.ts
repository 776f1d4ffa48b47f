import type { Cause, Finding } from "../../rules/rule.ts";

/** A finding and its possible cause. */
type Caused = Cause & Pick<Finding, "because">;

/** A finding that causes others, and the findings that follow from it. */
export type Fold<One extends Caused = Finding> = { readonly cause: One; readonly follow: readonly One[] };

/** Groups findings for display. Each cause appears once, with everything that follows from it. */
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

/** Returns true if the first finding names the second one as its cause. */
export function isCause({ because }: Caused, { code, file, pointer }: Caused): boolean {
  return because?.code === code && because.file === file && because.pointer === pointer;
}
