import { useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "../../kit/api/session.ts";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { PathList } from "./path-list.tsx";

// The runner and its forms load with the first preview, not with the list.
const PathPreview = lazy(() => import("./path-preview.tsx"));

/** All paths of a flow, or one of them screen by screen if the address names it. */
export default function PathsScreen() {
  const words = useText();
  const { flow } = useParams({ strict: false }) as { flow: string };
  const { path } = useSearch({ strict: false }) as { path?: string };
  const role = useSession()?.user?.role;
  if (path !== undefined && role)
    return (
      <Suspense fallback={<LoadingShape />}>
        <PathPreview key={`${flow} ${path}`} flow={flow} name={path} />
      </Suspense>
    );
  return (
    <StaffPage title={words("paths:title", { flow })} at="/staff/definitions">
      <PathList flow={flow} />
    </StaffPage>
  );
}
