/** Returns the value of a cookie; `null` if there is none. */
export function readCookie(name: string, jar: string = document.cookie): string | null {
  for (const part of jar.split(/;\s*/)) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return null;
}

/** Sets a cookie that lasts a year, for the whole site. */
export function keepCookie(name: string, value: string): void {
  writeCookie(`${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`);
}

/** Sets a session cookie. It is `Secure` if the page came over TLS. */
export function keepForSession(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  writeCookie(`${name}=${encodeURIComponent(value)}; path=/; samesite=lax${secure}`);
}

/** Whether the browser blocks this site's cookies. */
export function cookiesBlocked(): boolean {
  try {
    keepForSession("kept", "1");
    const isKept = readCookie("kept") === "1";
    dropCookie("kept");
    return !isKept;
  } catch {
    return true;
  }
}

/** Deletes a cookie, both with and without the domain attribute. */
export function dropCookie(name: string): void {
  for (const domain of ["", `; domain=${location.hostname}`]) {
    writeCookie(`${name}=; path=/; max-age=0${domain}`);
  }
}

/** Writes a cookie: `name=value` with its attributes, as in `Set-Cookie`. */
export function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox lack the Cookie Store API.
  document.cookie = cookie;
}
