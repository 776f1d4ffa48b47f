import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../kit/api/query.ts";
import { PURPOSES, type Purpose, type Ticked } from "./agreements.tsx";

/**
 * Holds the ticked documents, and the consents to send, each with the version that was shown. All documents
 * in `needed` must be ticked.
 */
export function useAgreements(
  purposes: readonly Purpose[] = PURPOSES,
  needed: readonly Purpose[] = purposes,
) {
  const [ticked, setTicked] = useState<Ticked>({});
  const [errors, setErrors] = useState<ReadonlySet<string>>(new Set());
  const texts = useQueries({
    queries: purposes.map((purpose) => get("/legal/{document}", { path: { document: purpose } })),
  });
  return {
    ticked,
    errors,
    onTick: (purpose: Purpose, given: boolean) => {
      setTicked((before) => ({ ...before, [purpose]: given }));
      setErrors((before) => new Set([...before].filter((one) => one !== purpose)));
    },
    /** Marks the missing consents as errors. Returns whether all needed consents are ticked. */
    complete: () => {
      const missing = needed.filter((purpose) => ticked[purpose] !== true);
      setErrors(new Set(missing));
      const [first] = missing;
      if (first !== undefined) document.getElementById(first)?.focus();
      return missing.length === 0;
    },
    consents: purposes.flatMap((purpose, at) => {
      const version = texts[at]?.data?.version;
      return ticked[purpose] === true && version !== undefined ? [{ purpose, version }] : [];
    }),
  };
}
