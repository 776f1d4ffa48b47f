import type { FactProvider } from "../flows/registry.ts";
import type { App, Reply, Request } from "../http/index.ts";
import {
  AppError,
  answer,
  bytesOf,
  nameAnswers,
  networkOf,
  objectOf,
  subjectOf,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import type { Files, StoredFile } from "./files.ts";
import { purposeOf } from "./purposes.ts";
import { slowestPace } from "./upload-limits.ts";

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
      // The room has a pace of its own, which ends it before.
      config: { bodyMs: slowestPace.longestMs + 15_000, ownPace: true },
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
      const stored = await files.store(subject, part.file, {
        purpose,
        name: part.filename ?? "",
        network: networkOf(request.ip),
      });
      if (part.file.truncated) throw new AppError("file-too-large", { params: largest(purpose) });
      if (!stored.ok) {
        const { code, params } = stored.error;
        throw new AppError(code, { params, headers: HEADERS[code] ?? {} });
      }
      return reply.code(201).send(shown(stored.value));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/files/:id",
    {
      config: { looksAt: "file" },
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
      return attach(reply, file.type, downloadName(file)).send(await files.read(file.id));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/files/:id/preview",
    {
      config: { looksAt: "file" },
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
  if (file.scanned === "infected") throw new AppError("file-infected");
  return file;
}

/** What a refusal says beside its body. Whoever is too slow is cut off: the rest of the body is not waited for. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "upload-busy": { "Retry-After": "5" },
  "upload-too-slow": { Connection: "close" },
};

/** Nothing of the uploader's: what it was for, and what its bytes are. */
function downloadName({ purpose, id, type }: StoredFile): string {
  return `${purpose}-${id.slice(0, 8)}.${EXTENSIONS[type] ?? "bin"}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "application/pdf": "pdf",
};

function attach(reply: Reply, type: string, name: string): Reply {
  return reply
    .header("Content-Type", type)
    .header("Content-Disposition", `attachment; filename="${name}"`)
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("X-Content-Type-Options", "nosniff")
    .header("Cache-Control", "private, no-store");
}

function shown(file: StoredFile) {
  const { id, type, size, width, height, name } = file;
  return { id, type, size, ...(width === null || height === null ? {} : { width, height }), name };
}

function largest(purpose: string) {
  return { megabytes: Math.floor((purposeOf(purpose)?.maxBytes ?? 0) / 1024 / 1024) };
}
