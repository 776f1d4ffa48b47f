import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./brand/fonts.css";
import "./brand/tokens.css";
import "./brand/base.css";
import "./parts/parts.css";
import "./shell/shell.css";
import { checkMaintenance } from "./api/maintenance.ts";
import { peekSession } from "./api/session.ts";
import { loadSettings } from "./api/settings.ts";
import { brandFacts } from "./brand/brand.ts";
import Home from "./pages/home.tsx";
import { Broken } from "./shell/broken.tsx";
import { Gate } from "./shell/gate.tsx";
import { interceptLinks } from "./shell/links.ts";
import { OverPage, routeLoading } from "./shell/over-page.tsx";
import { startTexts } from "./text/i18n.ts";

const place = document.getElementById("root");
if (place === null) throw new Error("main: index.html has no #root");
const root = createRoot(place);

/** The first page is drawn without router and forms; the rest comes with the first link. */
async function start(): Promise<void> {
  const settings = loadSettings();
  try {
    await startTexts();
  } catch {
    root.render(<Broken />);
    return;
  }
  if (location.pathname !== "/") return showApp();
  void checkMaintenance("/");
  peekSession();
  document.title = brandFacts().name;
  const stop = interceptLinks((href) => {
    if (href.startsWith("/#") && location.pathname === "/") {
      document.querySelector(href.slice(1))?.scrollIntoView();
      return;
    }
    stop();
    history.pushState(null, "", href);
    routeLoading.set(true);
    showApp().catch(() => location.reload());
  });
  root.render(
    <StrictMode>
      <OverPage />
      <Gate>
        <Home />
      </Gate>
    </StrictMode>,
  );
  await settings;
}

async function showApp(): Promise<void> {
  peekSession();
  const { App } = await import("./shell/app.tsx");
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
