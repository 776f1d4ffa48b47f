import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { language } from "../text/i18n.ts";
import type { StoredFile } from "./answers.ts";
import { type ApiFailure, online, refusalOf, sessionHeader } from "./client.ts";
import { privateFile } from "./private-file.ts";

/**
 * File types that the server accepts, as a value for the file chooser. The list leaves out HEIC, which the
 * server cannot read, so that iPhones convert pictures to JPEG.
 */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp";
export const DOCUMENT_TYPES = `${PICTURE_TYPES},application/pdf`;

/** Sends one file, with progress from 0 to 1. Uses XMLHttpRequest because fetch does not report upload progress. */
export function sendFile(of: {
  readonly file: Blob;
  readonly name: string;
  readonly purpose: string;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}): Promise<Result<StoredFile, ApiFailure>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/files?purpose=${encodeURIComponent(of.purpose)}`);
    request.responseType = "json";
    request.setRequestHeader("accept-language", language());
    for (const [name, value] of Object.entries(sessionHeader())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) of.onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      online.set(true);
      const { status, response: body } = request;
      if (status < 300) return resolve(ok(body as StoredFile));
      resolve(fail(refusalOf({ status, requestId: request.getResponseHeader("x-request-id"), body })));
    };
    request.onerror = () => {
      online.set(false);
      resolve(fail({ kind: "offline" }));
    };
    request.onabort = () => resolve(fail({ kind: "offline" }));
    of.signal.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("file", of.file, of.name);
    request.send(form);
  });
}

/**
 * Returns a stored file as an object URL for `<img>`. Returns `null` if the file is not a picture or belongs
 * to another person. Revoke the URL after use.
 */
export async function fetchPicture(id: string): Promise<string | null> {
  try {
    const blob = await privateFile(`/api/files/${id}`);
    return blob.type.startsWith("image/") ? URL.createObjectURL(blob) : null;
  } catch {
    return null;
  }
}
