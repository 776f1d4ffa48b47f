import { lazy, type ReactNode, Suspense } from "react";
import { maintenance } from "../api/maintenance.ts";
import { useStore } from "../text/store.ts";

const Maintenance = lazy(() => import("../pages/maintenance.tsx"));

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
