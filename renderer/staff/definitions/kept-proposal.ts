import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";

/** Text of files that were touched, by path. */
export type Edits = Readonly<Record<string, string>>;

/** What somebody wrote for a proposal and has not sent yet. */
export type KeptProposal = {
  readonly edits: Edits;
  readonly note: string;
  /** Id of the version that it was begun on; `null` of a flow that is new. */
  readonly on: string | null;
};

/** Which flow they were at; `name` of one that is new. */
export type ProposalPlace = { readonly flow: string; readonly name?: string };

// These keys are the drafts': somebody else who logs in in this tab finds none of it.
const PLACE = "draft:proposal";
const keyOf = (flow: string) => `${PLACE}:${flow}`;

/** What was written for a flow and is kept over a reload, another choice and a new log-in; `null` where nothing was. */
export function keptProposal(flow: string): KeptProposal | null {
  return keptForVisit(keyOf(flow)) as KeptProposal | null;
}

/** Keeps what was written; where that is nothing, nothing is kept. */
export function keepProposal(flow: string, { edits, note, on }: KeptProposal): void {
  if (Object.keys(edits).length === 0 && note === "") dropProposal(flow);
  else keepForVisit(keyOf(flow), { edits, note, on });
}

/** Forgets it: it was sent, or thrown away. */
export function dropProposal(flow: string): void {
  dropForVisit(keyOf(flow));
}

/** The flow that was chosen last in this visit. */
export function keptPlace(): ProposalPlace | null {
  return keptForVisit(PLACE) as ProposalPlace | null;
}

/** Keeps which flow is chosen. */
export function keepPlace(place: ProposalPlace): void {
  keepForVisit(PLACE, place as JsonObject);
}

/** A file as people edit it. */
export function asEdited(content: Json): string {
  return JSON.stringify(content, null, 2);
}
