import { useEffect } from "react";
import { nativeShell } from "../kit/native/find-shell.ts";
import { settingsOffer } from "../kit/native/may-choose-photos.ts";
import { askTracking } from "../kit/native/permissions.ts";
import { Button } from "../kit/parts/button.tsx";
import { Sheet } from "../kit/parts/sheet.tsx";
import { useText } from "../kit/text/i18n.ts";
import { useStore } from "../kit/text/store.ts";
import { goBack, pageOfLink } from "./app-links.ts";
import { router } from "./router.tsx";

/**
 * Storage key for the app version in which the app last offered to open the system settings. The stored value
 * is not personal data.
 */
const OFFERED = "tracking-settings-offered";

/** Adds the native app's behaviour to the page: back button, deep links, permission requests. */
export default function InApp() {
  const offer = useStore(settingsOffer);
  useEffect(() => {
    let stops: readonly (() => void)[] = [];
    let here = true;
    void nativeShell().then(async (shell) => {
      if (!here) return;
      stops = [
        shell.onBack(() => goBack({ path: location.pathname, leave: () => void shell.leave() })),
        shell.onDeepLink((address) => {
          const page = pageOfLink(address, location.origin);
          if (page !== null) router.history.push(page);
        }),
      ];
      const asked = await askTracking(shell, {
        version: await shell.version(),
        offered: {
          get: () => localStorage.getItem(OFFERED),
          set: (version) => localStorage.setItem(OFFERED, version),
        },
      });
      if (asked === "offer-settings" && here) settingsOffer.set("tracking");
    });
    return () => {
      here = false;
      for (const stop of stops) stop();
    };
  }, []);
  return offer === null ? null : <SettingsOffer of={offer} />;
}

function SettingsOffer({ of }: { readonly of: "photos" | "tracking" }) {
  const words = useText();
  const close = () => settingsOffer.set(null);
  const open = () => {
    close();
    void nativeShell().then((shell) => shell.openSettings());
  };
  return (
    <Sheet
      title={words(`common:app.${of}.title`)}
      onClose={close}
      footer={
        <>
          <Button kind="main" wide onClick={open}>
            {words("common:app.settings")}
          </Button>
          <Button wide onClick={close}>
            {words("common:app.later")}
          </Button>
        </>
      }
    >
      <p>{words(`common:app.${of}.text`)}</p>
    </Sheet>
  );
}
