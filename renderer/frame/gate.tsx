import { lazy, type ReactNode, Suspense } from "react";
import { maintenance } from "../kit/api/maintenance.ts";
import { useStore } from "../kit/text/store.ts";

const Maintenance = lazy(() => import("../portal/still/maintenance.tsx"));

/** Shows the maintenance screen in place of everything while the server says so. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const state = useStore(maintenance);
  if (!state.maintenance) return children;
  return (
    <Suspense fallback={null}>
      <Maintenance text={state.maintenanceText} />
    </Suspense>
  );
}
