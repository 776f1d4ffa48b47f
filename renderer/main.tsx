import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./kit/brand/fonts.css";
import "./kit/brand/tokens.css";
import "./kit/brand/base.css";
import "./kit/parts/parts.css";
import "./frame/shell.css";
import { areasOf } from "./frame/areas.ts";
import { Broken } from "./frame/broken.tsx";
import { Gate } from "./frame/gate.tsx";
import { interceptLinks } from "./frame/links.ts";
import { OverPage, routeLoading } from "./frame/over-page.tsx";
import { checkMaintenance } from "./kit/api/maintenance.ts";
import { peekSession } from "./kit/api/session.ts";
import { loadSettings } from "./kit/api/settings.ts";
import { brandFacts } from "./kit/brand/brand.ts";
import { startTexts } from "./kit/text/i18n.ts";
import Home from "./portal/home/home.tsx";

const place = document.getElementById("root");
if (place === null) throw new Error("main: index.html has no #root");
const root = createRoot(place);

/** The first page is drawn without router and forms; the rest comes with the first link. */
async function start(): Promise<void> {
  const settings = loadSettings();
  try {
    await startTexts(areasOf(location.pathname));
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
  const { App } = await import("./frame/app.tsx");
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
