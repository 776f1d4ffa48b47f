import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./kit/brand/fonts.css";
import "./kit/brand/tokens.css";
import "./kit/brand/base.css";
import "./kit/parts/parts.css";
import "./kit/parts/pages.css";
import "./kit/parts/print.css";
import "./frame/shell.css";
import { areasOf } from "./frame/areas.ts";
import { Broken } from "./frame/broken.tsx";
import { peekSession } from "./kit/api/session.ts";
import { loadSettings } from "./kit/api/settings.ts";
import { startTexts } from "./kit/text/i18n.ts";

const place = document.getElementById("root");
if (place === null) throw new Error("main: index.html has no #root");
const root = createRoot(place);

async function start(): Promise<void> {
  const settings = loadSettings();
  const app = import("./frame/app.tsx");
  // If the texts cannot be loaded, nobody awaits this promise. The handler prevents an unhandled rejection in
  // that case.
  app.catch(() => {});
  try {
    await startTexts(areasOf(location.pathname));
  } catch {
    root.render(<Broken />);
    return;
  }
  peekSession();
  const { App } = await app;
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await settings;
}

void start();
