import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";

/** Texts of edited files, by file path. */
export type Edits = Readonly<Record<string, string>>;

/** A proposal that was not sent yet, as it is stored in the browser. */
export type KeptProposal = {
  readonly edits: Edits;
  readonly note: string;
  /** Identifier of the base version; `null` for a new flow. */
  readonly on: string | null;
};

/** The flow that is edited; `name` is the name of a new flow. */
export type ProposalPlace = { readonly flow: string; readonly name?: string };

/** A value that represents a new flow. No real flow can have this name. */
export const NEW_FLOW = "+";

// Storage key with the prefix of drafts. Drafts are cleared when another person logs in in this tab.
const PLACE = "draft:proposal";
const keyOf = (flow: string) => `${PLACE}:${flow}`;

/**
 * Returns the unsent proposal of a flow; `null` if there is none. It survives a reload, the choice of another
 * flow, and a new log-in of the same person.
 */
export function keptProposal(flow: string): KeptProposal | null {
  return keptForVisit(keyOf(flow)) as KeptProposal | null;
}

/** Stores an unsent proposal. An empty proposal is deleted. */
export function keepProposal(flow: string, { edits, note, on }: KeptProposal): void {
  if (Object.keys(edits).length === 0 && note === "") dropProposal(flow);
  else keepForVisit(keyOf(flow), { edits, note, on });
}

/** Deletes a stored proposal after the proposal was sent or discarded. */
export function dropProposal(flow: string): void {
  dropForVisit(keyOf(flow));
}

/** Returns the flow that was chosen last in this visit. */
export function keptPlace(): ProposalPlace | null {
  return keptForVisit(PLACE) as ProposalPlace | null;
}

/** Stores the chosen flow. */
export function keepPlace(place: ProposalPlace): void {
  keepForVisit(PLACE, place as JsonObject);
}

/** Returns a file as editable text. */
export function asEdited(content: Json): string {
  return JSON.stringify(content, null, 2);
}
