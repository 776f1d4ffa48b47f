import type { JsonObject } from "../../engine/values/json.ts";
import { ok } from "../../engine/values/result.ts";
import type { EffectHandler } from "../flows/index.ts";
import { type Complaint, fileComplaint } from "./complaints.ts";
import { askForContact, type ContactRequest } from "./contact-requests.ts";
import type { Room } from "./room.ts";

/** What flows may ask this room to do. */
export function serviceEffects(room: Room): readonly EffectHandler[] {
  return [
    {
      id: "service.fileComplaint",
      mode: "local",
      run: async (context, input) =>
        ok((await fileComplaint(room, context, input as Complaint)) satisfies JsonObject),
    },
    {
      id: "service.contactBack",
      mode: "local",
      run: async (context, input) =>
        ok((await askForContact(room, context, input as ContactRequest)) satisfies JsonObject),
    },
  ];
}
