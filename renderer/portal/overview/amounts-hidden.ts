import { keptChoice } from "../../kit/text/kept-choice.ts";

const choice = keptChoice("hide-amounts");

/** Whether amounts are hidden on this device. */
export const amountsHidden = choice.store;

/** Hides or shows amounts on this device. */
export const hideAmounts = choice.choose;
