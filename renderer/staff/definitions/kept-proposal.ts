import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";

/** The text of edited files, by path. */
export type Edits = Readonly<Record<string, string>>;

/** An unsent proposal. */
export type KeptProposal = {
  readonly edits: Edits;
  readonly note: string;
  /** The id of its base version; `null` for a new flow. */
  readonly on: string | null;
};

/** The flow being edited; `name` for a new one. */
export type ProposalPlace = { readonly flow: string; readonly name?: string };

/** Represents a new flow; no flow can have this name. */
export const NEW_FLOW = "+";

// Keys of drafts are cleared when another person logs in in this tab.
const PLACE = "draft:proposal";
const keyOf = (flow: string) => `${PLACE}:${flow}`;

/** The unsent proposal of a flow; it survives a reload, another choice and a new log-in. `null` if there is none. */
export function keptProposal(flow: string): KeptProposal | null {
  return keptForVisit(keyOf(flow)) as KeptProposal | null;
}

/** Stores an unsent proposal; an empty one is deleted. */
export function keepProposal(flow: string, { edits, note, on }: KeptProposal): void {
  if (Object.keys(edits).length === 0 && note === "") dropProposal(flow);
  else keepForVisit(keyOf(flow), { edits, note, on });
}

/** Deletes it after sending or discarding. */
export function dropProposal(flow: string): void {
  dropForVisit(keyOf(flow));
}

/** The flow chosen last in this visit. */
export function keptPlace(): ProposalPlace | null {
  return keptForVisit(PLACE) as ProposalPlace | null;
}

/** Stores the chosen flow. */
export function keepPlace(place: ProposalPlace): void {
  keepForVisit(PLACE, place as JsonObject);
}

/** A file as editable text. */
export function asEdited(content: Json): string {
  return JSON.stringify(content, null, 2);
}
