import { useEffect } from "react";
import NotFound from "./not-found.tsx";

/** The address of the first load: if the server answered it with the app, it is no public page. */
const loadedAt = location.href;

/** A public page: the browser loads it from the server. */
export default function ToSite() {
  const isHere = location.href === loadedAt;
  useEffect(() => {
    if (!isHere) location.reload();
  }, [isHere]);
  return isHere ? <NotFound /> : null;
}
