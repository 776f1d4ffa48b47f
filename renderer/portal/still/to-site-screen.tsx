import { useEffect } from "react";
import NotFound from "./not-found.tsx";

/** Address of the first load. If the server answered this address with the app, it is not a public page. */
const loadedAt = location.href;

/** Lets the browser load a public page from the server, because the app does not contain it. */
export default function ToSite() {
  const isHere = location.href === loadedAt;
  useEffect(() => {
    if (!isHere) location.reload();
  }, [isHere]);
  return isHere ? <NotFound /> : null;
}
