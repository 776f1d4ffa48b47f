import type { FactProvider } from "../flows/registry.ts";
import type { App, Reply, Request } from "../http/index.ts";
import {
  AppError,
  answer,
  bytesOf,
  nameAnswers,
  objectOf,
  subjectOf,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import type { Files, StoredFile } from "./files.ts";
import { PURPOSES } from "./purposes.ts";

/** `/api/files`: uploads. What is handed out again is a download for its owner or for compliance, never a page. */
export function filesRoutes(app: App, files: Files): void {
  nameAnswers(app, {
    StoredFile: objectOf(
      {
        id: UUID,
        type: { ...TEXT, description: "What the bytes are, not what was claimed" },
        size: { ...WHOLE, description: "Bytes" },
        "width?": WHOLE,
        "height?": WHOLE,
        name: TEXT,
      },
      "A file as it was stored; pictures have a width and a height",
    ),
  });
  app.post<{ Querystring: { purpose: string } }>(
    "/api/files",
    {
      schema: {
        summary: "Uploads one file (multipart, field `file`)",
        tags: ["files"],
        response: { 201: answer("StoredFile") },
        consumes: ["multipart/form-data"],
        querystring: {
          type: "object",
          required: ["purpose"],
          additionalProperties: false,
          properties: { purpose: { type: "string", maxLength: 40 } },
        },
      },
    },
    async (request, reply) => {
      const subject = subjectOf(request);
      if (!request.isMultipart()) throw new AppError("file-missing");
      const part = await request.file();
      if (part === undefined || part.fieldname !== "file") throw new AppError("file-missing");
      const { purpose } = request.query;
      const stored = await files.store(subject, part.file, { purpose, name: part.filename ?? "" });
      if (part.file.truncated) throw new AppError("file-too-large", { params: largest(purpose) });
      if (!stored.ok) throw new AppError(stored.error.code, { params: stored.error.params });
      return reply.code(201).send(shown(stored.value));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/files/:id",
    {
      schema: {
        summary: "Downloads a file (its owner, or compliance)",
        tags: ["files"],
        response: {
          200: bytesOf("The file", "image/jpeg", "image/png", "image/webp", "application/pdf"),
        },
      },
    },
    async (request, reply) => {
      const file = await allowed(request, files);
      return attach(reply, file.type, file.name).send(await files.read(file.id));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/files/:id/preview",
    {
      schema: {
        summary: "A small JPEG of an uploaded image (its owner, or compliance)",
        tags: ["files"],
        response: { 200: bytesOf("The picture", "image/jpeg") },
      },
    },
    async (request, reply) => {
      const file = await allowed(request, files);
      const picture = await files.preview(file.id);
      if (picture === null) throw new AppError("not-found");
      return attach(reply, "image/jpeg", "preview.jpg").send(picture);
    },
  );
}

/** The fact `document`. */
export function filesFacts(files: Files): FactProvider[] {
  return [
    {
      id: "document",
      load: async (context, args) =>
        typeof args.file === "string" ? await files.fact(context.db, args.file, context.subject) : null,
    },
  ];
}

async function allowed(request: Request, files: Files): Promise<StoredFile> {
  const subject = subjectOf(request);
  const file = await files.find(request.params === null ? "" : (request.params as { id: string }).id);
  // Somebody else's file and no file answer alike.
  if (file === null || (file.subject !== subject && request.person?.role !== "compliance"))
    throw new AppError("not-found");
  return file;
}

function attach(reply: Reply, type: string, name: string): Reply {
  const ascii = name.replaceAll(/[^\w. -]/g, "_");
  return reply
    .header("Content-Type", type)
    .header(
      "Content-Disposition",
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("X-Content-Type-Options", "nosniff")
    .header("Cache-Control", "private, no-store");
}

function shown(file: StoredFile) {
  const { id, type, size, width, height, name } = file;
  return { id, type, size, ...(width === null || height === null ? {} : { width, height }), name };
}

function largest(purpose: string) {
  return { megabytes: Math.floor((PURPOSES[purpose]?.maxBytes ?? 0) / 1024 / 1024) };
}
