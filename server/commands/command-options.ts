import { LANGUAGES } from "../../engine/values/languages.ts";
import type { CommandOptions } from "../command-line.ts";

/** Options that commands about definitions share. */
export const OPTIONS = {
  json: { kind: "flag", means: "as data" },
  flow: { kind: "text", value: "ID", means: "this flow only" },
  lang: {
    kind: "text",
    value: "LANGUAGE",
    means: "in which language",
    oneOf: LANGUAGES,
    default: "en",
  },
  root: {
    kind: "text",
    value: "DIR",
    means: "the folder that holds flows, schemas, flags and locales",
    default: ".",
  },
} as const satisfies CommandOptions;
