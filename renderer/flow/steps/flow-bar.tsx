import { Headphones, LogOut, RotateCcw } from "lucide-react";
import { createContext, useContext, useState } from "react";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** Address of the help page. */
export const HELP = "/contact";

/**
 * Data about a flow that all its screens share, such as the address to leave the flow to, and whether an
 * account stores the answers.
 */
export type FlowPlace = {
  readonly home: string;
  readonly kept: boolean;
  /**
   * Whether the bar links to the help page. The contact flow has no such link, because it is itself the help.
   */
  readonly helps: boolean;
  /** Restarts the flow from any step. */
  readonly startOver: () => void;
};

/**
 * The shared data of the current flow, set by the runner. The value is `null` in a preview, where nobody can
 * leave or restart the flow.
 */
export const FlowContext = createContext<FlowPlace | null>(null);

/** The bar above every screen with questions: save and leave, start over, help. */
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
