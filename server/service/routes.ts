import type { App } from "../http/index.ts";
import { AppError, bytesOf, call, inputOf, staff, TEXT, UUID } from "../http/index.ts";
import { ServiceDesk, ServiceStep } from "./answers.ts";
import { attachmentOf, finishContact, handleComplaint, isFurtherFile, serviceDesk } from "./desk.ts";
import type { Room } from "./room.ts";

const tags = ["staff"];
const errors = ["not-found", "already-decided"] as const;
const byId = inputOf({ id: UUID });
const WRITTEN = { ...TEXT, minLength: 3, maxLength: 4000, pattern: "\\S.*\\S" };

/** Registers the customer service desk: `support` acknowledges, answers and calls back, `compliance` reads. */
export function serviceRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/service-desk",
    {
      summary:
        "Complaints and requests to be called: what is open, the nearest promised day first, and the latest finished",
      tags,
      access: staff("support", "compliance"),
      answers: { 200: ServiceDesk },
      errors: [],
    },
    async () => await serviceDesk(room),
  );

  call(
    app,
    "GET /api/complaints/:id/attachment",
    {
      summary: "The file that came with a complaint",
      tags,
      access: staff("support", "compliance"),
      params: byId,
      answers: { 200: bytesOf("The file", "image/jpeg", "image/png", "image/webp", "application/pdf") },
      errors: ["not-found", "file-infected"],
    },
    async (request, reply) => {
      const file = await attachmentOf(room, request.params.id);
      if (file === null) throw new AppError("not-found");
      return await room.download(reply, file);
    },
  );

  call(
    app,
    "GET /api/service-desk/:id/files/:file",
    {
      summary: "A file that came with the further answers of a complaint or a request to be called",
      tags,
      access: staff("support", "compliance"),
      params: inputOf({ id: UUID, file: UUID }),
      answers: { 200: bytesOf("The file", "image/jpeg", "image/png", "image/webp", "application/pdf") },
      errors: ["not-found", "file-infected"],
      config: { looksAt: "file" },
    },
    async ({ params }, reply) => {
      if (!(await isFurtherFile(room, params))) throw new AppError("not-found");
      return await room.download(reply, params.file);
    },
  );

  call(
    app,
    "POST /api/complaints/:id/acknowledge",
    {
      summary: "Acknowledges a complaint; its maker is written to",
      tags,
      access: staff("support"),
      params: byId,
      answers: { 200: ServiceStep },
      errors,
    },
    async (request) => {
      const step = await handleComplaint(room, request.person.id, { id: request.params.id, answer: null });
      if (!step.ok) throw new AppError(step.error.code);
      return step.value;
    },
  );

  call(
    app,
    "POST /api/complaints/:id/answer",
    {
      summary: "Answers a complaint; its maker reads the answer in a letter",
      tags,
      access: staff("support"),
      params: byId,
      body: inputOf({ answer: WRITTEN }),
      answers: { 200: ServiceStep },
      errors,
    },
    async (request) => {
      const { id } = request.params;
      const step = await handleComplaint(room, request.person.id, { id, answer: request.body.answer });
      if (!step.ok) throw new AppError(step.error.code);
      return step.value;
    },
  );

  call(
    app,
    "POST /api/contact-requests/:id/finish",
    {
      summary: "Marks a request to be called as done, with what came of it",
      tags,
      access: staff("support"),
      params: byId,
      body: inputOf({ note: { ...WRITTEN, maxLength: 500 } }),
      answers: { 200: ServiceStep },
      errors,
    },
    async (request) => {
      const { id } = request.params;
      const step = await finishContact(room, request.person.id, { id, note: request.body.note });
      if (!step.ok) throw new AppError(step.error.code);
      return step.value;
    },
  );
}
