import { useEffect, useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import { type FlowBackend, useFlowBackend } from "../../flow/flow-backend.ts";
import { type ApiFailure, failureText } from "../../kit/api/client.ts";
import { useText } from "../../kit/text/i18n.ts";

/**
 * Creates what a widget shows, once the widget is on the page. The result is `made`, or the reason for a
 * failure as `problem`; both are `null` until then. `make` must stay the same function, because a new
 * function would start another creation.
 */
export function useMade<Made extends object>(
  make: (backend: FlowBackend) => Promise<Result<Made, ApiFailure>>,
) {
  const words = useText();
  const backend = useFlowBackend();
  const [made, setMade] = useState<Made | null>(null);
  // The failure is stored as data, not as text. Otherwise a change of language would start another creation.
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  useEffect(() => {
    let here = true;
    void make(backend).then((answer) => {
      if (!here) return;
      if (answer.ok) setMade(() => answer.value);
      else setFailure(answer.error);
    });
    return () => {
      here = false;
    };
  }, [backend, make]);
  return { made, problem: failure === null ? null : failureText(failure, words) };
}
