import type catalogue from "../flags/catalogue.json";

/**
 * The name of a switch in `flags/catalogue.json`, the register of switches. Code with any other name does not
 * compile.
 */
export type FlagName = keyof typeof catalogue;
