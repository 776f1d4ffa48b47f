import type { ReactNode } from "react";
import type { FlagName } from "../../../domain/flag-names.ts";
import { useKnownFlag } from "../../kit/api/flags.ts";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { LoadingShape } from "../../kit/parts/states.tsx";
import NotFound from "../still/not-found.tsx";

/** A page behind a feature switch. While the switch is off, the page "not found" is shown. */
export function BehindFlag({
  flag,
  title,
  children,
}: {
  readonly flag: FlagName;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const on = useKnownFlag(flag);
  if (on === false) return <NotFound />;
  return (
    <InsidePage title={title}>
      <div className="screen">
        <h1 tabIndex={-1}>{title}</h1>
        {on === null ? <LoadingShape /> : children}
      </div>
    </InsidePage>
  );
}
