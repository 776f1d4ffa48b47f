import { useEffect, useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import { type FlowBackend, useFlowBackend } from "../../flow/flow-backend.ts";
import { type ApiFailure, failureText } from "../../kit/api/client.ts";
import { useText } from "../../kit/text/i18n.ts";

/**
 * Creates the data that a widget shows, such as recovery codes, once the widget is on the page. Returns the
 * data as `made`, or the reason for a failure as `problem`. The function `make` must not change between
 * renders, because a new function would create the data again.
 */
export function useMade<Made extends object>(
  make: (backend: FlowBackend) => Promise<Result<Made, ApiFailure>>,
) {
  const words = useText();
  const backend = useFlowBackend();
  const [made, setMade] = useState<Made | null>(null);
  // The failure is stored as data, not as text. If it were text, a change of language would create the data
  // again.
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
