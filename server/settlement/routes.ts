import type { App } from "../http/index.ts";
import { call, staff } from "../http/index.ts";
import { SetAsideList } from "./answers.ts";
import type { Room } from "./room.ts";
import { listSetAside } from "./set-aside.ts";

const tags = ["staff"];

/** What settlement leaves for `finance`. */
export function settlementRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/set-aside",
    {
      summary: "Paid orders that could not be allotted; each allotment tries again",
      tags,
      access: staff("finance"),
      answers: { 200: SetAsideList },
      errors: [],
    },
    async () => ({ setAside: await listSetAside(room) }),
  );
}
