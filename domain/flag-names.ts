import type catalogue from "../flags/catalogue.json";

/** A switch of `flags/catalogue.json`, the register of switches: code with another name does not compile. */
export type FlagName = keyof typeof catalogue;
