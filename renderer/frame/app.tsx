import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { runFlowsWith } from "../flow/trade-parts.ts";
import { listenToServer } from "../kit/api/events.ts";
import { queryClient } from "../kit/api/query.ts";
import { reportErrors } from "../kit/api/report-errors.ts";
import { startSession } from "../kit/api/session.ts";
import { isInApp } from "../kit/native/find-shell.ts";
import { loadFlowPages } from "../portal/flows/flow-pages.ts";
import { Boundary } from "./boundary.tsx";
import { interceptLinks } from "./links.ts";
import { holdPresses } from "./presses.ts";
import { router } from "./router.tsx";

// Loaded only in the native app; browsers never load this code.
const InApp = lazy(() => import("./in-app.tsx"));

// The trade module is loaded with the first flow, not with the first page.
runFlowsWith(async () => {
  const [{ parts }, pages] = await Promise.all([import("../portal/trade/index.ts"), loadFlowPages()]);
  return { ...parts, pages };
});

/** The whole application except its lightweight first page: router, queries, session and server events. */
export function App() {
  useEffect(() => interceptLinks((href) => router.history.push(href)), []);
  useEffect(holdPresses, []);
  useEffect(listenToServer, []);
  useEffect(reportErrors, []);
  useEffect(() => void startSession(), []);
  return (
    <QueryClientProvider client={queryClient}>
      {/* Browser translation may also move elements outside the page's content. A second boundary around
         the router catches these errors. */}
      <Boundary at="">
        <RouterProvider router={router} />
      </Boundary>
      {isInApp() ? (
        <Suspense fallback={null}>
          <InApp />
        </Suspense>
      ) : null}
    </QueryClientProvider>
  );
}
