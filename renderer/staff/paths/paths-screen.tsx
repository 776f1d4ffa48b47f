import { useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSession } from "../../kit/api/session.ts";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { PathList } from "./path-list.tsx";

// The runner and its forms are loaded with the first preview, not with the list.
const PathPreview = lazy(() => import("./path-preview.tsx"));

/** The page of all paths of a flow. If the address names a path, the page shows it screen by screen. */
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
