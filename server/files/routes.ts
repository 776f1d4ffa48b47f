import type { FactProvider } from "../flows/index.ts";
import {
  type App,
  AppError,
  attach,
  bytesOf,
  call,
  inputOf,
  named,
  networkOf,
  newVisitor,
  objectOf,
  ownedBy,
  type Reply,
  TEXT,
  UUID,
  visitor,
  WHOLE,
} from "../http/index.ts";
import type { Files } from "./files.ts";
import { purposeOf } from "./purposes.ts";
import type { StoredFile } from "./stored-file.ts";
import { slowestPace } from "./upload-limits.ts";

const Uploaded = named(
  "StoredFile",
  objectOf(
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
);

/** Registers `/api/files`. Files are returned only as downloads, and only to their owner or to compliance. */
export function filesRoutes(app: App, files: Files): void {
  uploadRoute(app, files);
  downloadRoutes(app, files);
}

function uploadRoute(app: App, files: Files): void {
  call(
    app,
    "POST /api/files",
    {
      summary: "Uploads one file (multipart, field `file`)",
      tags: ["files"],
      access: newVisitor,
      query: inputOf({ purpose: { ...TEXT, maxLength: 40 } }),
      consumes: ["multipart/form-data"],
      answers: { 201: Uploaded },
      errors: [
        "file-missing",
        "file-kind",
        "file-too-large",
        "file-empty",
        "file-pixels",
        "file-small",
        "file-damaged",
        "file-pdf-script",
        "file-pdf-locked",
        "file-purpose",
        "file-quota",
        "file-infected",
        "upload-busy",
        "upload-too-slow",
      ],
      // This limit is only a fallback, because the files module has a speed limit that ends slow uploads
      // earlier.
      config: { bodyMs: slowestPace.longestMs + 15_000, ownPace: true },
    },
    async (request) => {
      if (!request.isMultipart()) throw new AppError("file-missing");
      const part = await request.file().catch(notReadable);
      if (part === undefined || part.fieldname !== "file") throw new AppError("file-missing");
      const { purpose } = request.query;
      const stored = await files
        .store(request.subject, part.file, {
          purpose,
          name: part.filename ?? "",
          network: networkOf(request.ip),
        })
        .catch((error) => (part.file.errored === null ? Promise.reject(error) : notReadable(error)));
      if (part.file.truncated) throw new AppError("file-too-large", { params: largest(purpose) });
      if (!stored.ok) {
        const { code, params } = stored.error;
        throw new AppError(code, { params, headers: HEADERS[code] ?? {} });
      }
      return shown(stored.value);
    },
  );
}

function downloadRoutes(app: App, files: Files): void {
  const owner = ownedBy(
    async ({ id }: { readonly id: string }) => {
      const file = await files.find(id);
      return file === null ? null : { owner: file.subject, owned: file };
    },
    { also: ["compliance"] },
  );
  call(
    app,
    "GET /api/files/:id",
    {
      summary: "Downloads a file (its owner, or compliance)",
      tags: ["files"],
      access: visitor,
      params: inputOf({ id: TEXT }),
      owner,
      answers: {
        200: bytesOf("The file", "image/jpeg", "image/png", "image/webp", "application/pdf"),
      },
      errors: ["file-infected"],
      config: { looksAt: "file" },
    },
    async (request, reply) => {
      const file = uninfected(request.owned);
      return attach(reply, file.type, downloadName(file)).send(await files.read(file.id));
    },
  );

  call(
    app,
    "GET /api/files/:id/preview",
    {
      summary: "A small JPEG of an uploaded image (its owner, or compliance)",
      tags: ["files"],
      access: visitor,
      params: inputOf({ id: TEXT }),
      owner,
      answers: { 200: bytesOf("The picture", "image/jpeg") },
      errors: ["not-found", "file-infected"],
      config: { looksAt: "file" },
    },
    async (request, reply) => {
      const file = uninfected(request.owned);
      const picture = await files.preview(file.id);
      if (picture === null) throw new AppError("not-found");
      return attach(reply, "image/jpeg", "preview.jpg").send(picture);
    },
  );
}

/** Sends a stored file as a download. The caller checks access. Error: `file-infected`. */
export async function download(files: Files, reply: Reply, id: string): Promise<Reply> {
  const file = await files.find(id);
  if (file === null) throw new AppError("not-found");
  return attach(reply, uninfected(file).type, downloadName(file)).send(await files.read(file.id));
}

/** Returns the provider of the fact `document`. */
export function filesFacts(files: Files): FactProvider[] {
  return [
    {
      id: "document",
      load: async (context, args) =>
        typeof args.file === "string" ? await files.fact(context.db, args.file, context.subject) : null,
    },
  ];
}

function uninfected(file: StoredFile): StoredFile {
  if (file.scanned === "infected") throw new AppError("file-infected");
  return file;
}

/**
 * Headers of some error answers. They disconnect a sender that is too slow, without waiting for the rest of
 * the body.
 */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "upload-busy": { "Retry-After": "5" },
  "upload-too-slow": { Connection: "close" },
};

/**
 * Returns the name of the downloaded file, made from purpose and content type. The uploader's name is not
 * used.
 */
function downloadName({ purpose, id, type }: StoredFile): string {
  return `${purpose}-${id.slice(0, 8)}.${EXTENSIONS[type] ?? "bin"}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "application/pdf": "pdf",
};

function shown(file: StoredFile) {
  const { id, type, size, width, height, name } = file;
  return { id, type, size, ...(width === null || height === null ? {} : { width, height }), name };
}

function largest(purpose: string) {
  return { megabytes: Math.floor((purposeOf(purpose)?.maxBytes ?? 0) / 1024 / 1024) };
}

/**
 * Converts errors of the multipart parser that have no code and no status. They mean that the body is
 * malformed.
 */
function notReadable(error: Error & { readonly code?: string; readonly statusCode?: number }): never {
  throw error.code === undefined && error.statusCode === undefined ? new AppError("bad-request") : error;
}
