import { downloadFile } from "../native/download-file.ts";
import { isInApp, nativeShell } from "../native/find-shell.ts";

/** Saves data of the page as a file: as a download in a browser, or through the share sheet in the app. */
export function saveFile(content: Blob, name: string): void {
  if (isInApp()) void nativeShell().then((shell) => shell.give(content, name));
  else downloadFile(content, name);
}
