import { Headphones, LogOut, RotateCcw } from "lucide-react";
import { createContext, useContext, useState } from "react";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The page that help is asked on. */
export const HELP = "/contact";

/** What every screen of a flow may know about it: where leaving leads, whether an account keeps what was answered. */
export type FlowPlace = {
  readonly home: string;
  readonly kept: boolean;
  /** Whether help is elsewhere: the flow that asks for it needs no way to itself. */
  readonly helps: boolean;
  /** Begins the flow anew, wherever the person is in it. */
  readonly startOver: () => void;
};

/** Set by the runner; `null` where a screen is only looked at, such as in a preview. */
export const FlowContext = createContext<FlowPlace | null>(null);

/** Over every screen that asks something: the way out, which says that answers are kept, a new start, and the way to help. */
export function FlowBar() {
  const words = useText();
  const place = useContext(FlowContext);
  const [asks, setAsks] = useState(false);
  if (place === null) return null;
  const say = () =>
    place.kept ? toast({ id: "left", tone: "gain", text: words("common:flow.leftAndKept") }) : undefined;
  return (
    <nav className="flowbar" aria-label={words("common:flow.bar")}>
      <a href={place.home} onClick={say}>
        <LogOut size={18} strokeWidth={1.9} aria-hidden="true" />
        {words(place.kept ? "common:flow.saveAndLeave" : "common:flow.leave")}
      </a>
      <button type="button" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        <RotateCcw size={18} strokeWidth={1.9} aria-hidden="true" />
        {words("common:flow.startOver")}
      </button>
      {place.helps ? (
        <a href={HELP}>
          <Headphones size={18} strokeWidth={1.9} aria-hidden="true" />
          {words("common:help")}
        </a>
      ) : null}
      {asks ? (
        <Sheet
          title={words("common:flow.startOverTitle")}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button
                kind="main"
                wide
                onClick={() => {
                  setAsks(false);
                  place.startOver();
                }}
              >
                {words("common:flow.startOver")}
              </Button>
              <Button kind="soft" wide onClick={() => setAsks(false)}>
                {words("common:flow.goOn")}
              </Button>
            </>
          }
        >
          <p>{words("common:flow.startOverText")}</p>
        </Sheet>
      ) : null}
    </nav>
  );
}
