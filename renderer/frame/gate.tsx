import { lazy, type ReactNode, Suspense } from "react";
import { maintenance } from "../kit/api/maintenance.ts";
import { anotherPerson } from "../kit/api/session.ts";
import { useStore } from "../kit/text/store.ts";

const Maintenance = lazy(() => import("../portal/still/maintenance.tsx"));
const AnotherPerson = lazy(() => import("../portal/still/another-person.tsx"));

/**
 * Replaces the whole page during maintenance, or when another person has logged in since the page was loaded.
 */
export function Gate({ children }: { readonly children: ReactNode }) {
  const state = useStore(maintenance);
  if (useStore(anotherPerson))
    return (
      <Suspense fallback={null}>
        <AnotherPerson />
      </Suspense>
    );
  if (!state.maintenance) return children;
  return (
    <Suspense fallback={null}>
      <Maintenance text={state.maintenanceText} />
    </Suspense>
  );
}
