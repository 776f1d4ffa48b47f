import { ok } from "../../engine/values/result.ts";
import type { Effect } from "../flows/index.ts";
import { fileComplaint } from "./complaints.ts";
import { askForContact } from "./contact-requests.ts";
import type { Room } from "./room.ts";

/** Effects that flows can call in this room. */
export function serviceEffects(room: Room): readonly Effect[] {
  return [
    {
      id: "service.fileComplaint",
      mode: "local",
      run: async (context, input) => ok(await fileComplaint(room, context, input)),
    },
    {
      id: "service.contactBack",
      mode: "local",
      run: async (context, input) => ok(await askForContact(room, context, input)),
    },
  ];
}
