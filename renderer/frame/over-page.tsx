import { CircleAlert, CircleCheck, Info, TriangleAlert, WifiOff, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { online } from "../kit/api/client.ts";
import { refused } from "../kit/api/events.ts";
import { pleaseWait } from "../kit/api/please-wait.ts";
import { dropToast, toast, toasts } from "../kit/api/toast-store.ts";
import { needTexts, t, useLanguage, useText } from "../kit/text/i18n.ts";
import { createStore, useStore } from "../kit/text/store.ts";

/** Interval in milliseconds between checks while the server does not answer. */
const ASK_AGAIN_MS = 4000;

// The interest form and its texts are loaded when the form is first opened.
const InterestForm = lazy(async () => {
  const [part] = await Promise.all([
    import("../portal/notices/interest-form.tsx"),
    needTexts(["public", "investor"]),
  ]);
  return part;
});

/** Whether a route is loading. The green progress bar shows this state. */
export const routeLoading = createStore(false);

/**
 * The layer above every page: progress bar, offline banner, toasts, and the dialog that blocks the page
 * during long work.
 */
export function OverPage() {
  return (
    <>
      <LoadingBar />
      <OfflineBanner />
      {import.meta.env.DEVELOPMENT_SCREENS ? <RefusedEdit /> : null}
      <Toasts />
      <WaitingModal />
      <InterestContainer />
    </>
  );
}

/**
 * Opens the interest form for links to `#interest` or `#interest=TOPIC` (specification, section 2). Renders
 * nothing before such a link is pressed.
 */
function InterestContainer() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const look = () => setHash(location.hash);
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  const wanted = /^#interest(=|$)/.test(hash);
  return (
    <div id="interest-form" hidden={!wanted}>
      {wanted ? (
        <Suspense fallback={null}>
          <InterestForm
            key={hash}
            hash={hash}
            onClose={() => {
              history.replaceState(history.state, "", location.pathname + location.search);
              setHash("");
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function LoadingBar() {
  return useStore(routeLoading) ? (
    <div className="loading" aria-hidden="true">
      <i />
    </div>
  ) : null;
}

function OfflineBanner() {
  const words = useText();
  useEffect(() => {
    const up = () => online.set(true);
    const down = () => online.set(false);
    // The server does not announce that it is available again, so the page asks repeatedly.
    let away = !online.get();
    const stop = online.subscribe(() => {
      if (away && online.get()) {
        dropToast("submit");
        toast({ id: "online", tone: "gain", text: t("common:offline.back") });
      }
      away = !online.get();
    });
    const asking = setInterval(() => {
      if (!away || document.hidden) return;
      fetch("/healthz", { cache: "no-store" })
        .then((answer) => answer.ok && up())
        .catch(() => undefined);
    }, ASK_AGAIN_MS);
    addEventListener("online", up);
    addEventListener("offline", down);
    return () => {
      stop();
      clearInterval(asking);
      removeEventListener("online", up);
      removeEventListener("offline", down);
    };
  }, []);
  return useStore(online) ? null : (
    <p translate="no" className="offline" role="status">
      <WifiOff size={18} aria-hidden="true" />
      {words("common:offline.banner")}
    </p>
  );
}

/** Development only: shows that an edited flow file was rejected, and why. */
function RefusedEdit() {
  const words = useText();
  const language = useLanguage();
  const edit = useStore(refused);
  if (edit === null) return null;
  const { flow, what, file } = edit;
  return (
    <p translate="no" className="offline" role="alert" data-refused={flow}>
      <TriangleAlert size={18} aria-hidden="true" />
      {words("common:edit.refused", { flow, file, what: what[language] })}
    </p>
  );
}

const ICONS = { plain: Info, gain: CircleCheck, warn: TriangleAlert, loss: CircleAlert };

function Toasts() {
  const words = useText();
  return (
    <div translate="no" className="toasts" role="status" aria-live="polite">
      {useStore(toasts).map((one) => {
        const Icon = ICONS[one.tone];
        return (
          <div key={one.id} className="toast" data-toast={one.id}>
            <Icon size={20} aria-hidden="true" />
            <p>{one.text}</p>
            <button
              type="button"
              className="iconbtn"
              aria-label={words("button:close")}
              onClick={() => dropToast(one.id)}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </div>
        );
      })}
    </div>
  );
}

function WaitingModal() {
  const words = useText();
  const waiting = useStore(pleaseWait);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (waiting) box.current?.showModal();
    else box.current?.close();
  }, [waiting]);
  return (
    <dialog
      ref={box}
      className={waiting ? "curtain" : undefined}
      onCancel={(event) => event.preventDefault()}
    >
      <span className="spin" aria-hidden="true" />
      <p>{words("common:loading.wait")}</p>
    </dialog>
  );
}
