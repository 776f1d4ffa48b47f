import { downloadFile } from "../native/download-file.ts";
import { isInApp, nativeShell } from "../native/find-shell.ts";

/** Gives bytes that the page has to the person as a file: a download, in the app its share sheet. */
export function saveFile(content: Blob, name: string): void {
  if (isInApp()) void nativeShell().then((shell) => shell.give(content, name));
  else downloadFile(content, name);
}
