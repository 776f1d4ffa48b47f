import { ok } from "../../engine/values/result.ts";
import type { Effect } from "../flows/index.ts";
import { openCase } from "./open-case.ts";
import type { Room } from "./room.ts";

/** Returns the effects of the cases module that flows can call. */
export function casesEffects(room: Room): readonly Effect[] {
  return [
    {
      id: "cases.open",
      mode: "local",
      run: async (context, input) =>
        ok(
          await openCase(room, context, input, Object.hasOwn(room.follows, input.topic) ? input.topic : null),
        ),
    },
    {
      id: "cases.openByVisitor",
      mode: "local",
      run: async (context, input) =>
        ok(
          await openCase(
            room,
            context,
            input,
            room.follows[input.topic]?.whose === undefined ? null : input.topic,
          ),
        ),
    },
  ];
}
