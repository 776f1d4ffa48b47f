import { useEffect } from "react";
import NotFound from "./not-found.tsx";

/**
 * Address at which the browser loaded the app. The server answered this address with the app, so it is not
 * the address of a public page.
 */
const loadedAt = location.href;

/**
 * Reloads the page if its address is that of a public page, because only the server can show public pages.
 * Otherwise shows the page "not found".
 */
export default function ToSite() {
  const isHere = location.href === loadedAt;
  useEffect(() => {
    if (!isHere) location.reload();
  }, [isHere]);
  return isHere ? <NotFound /> : null;
}
