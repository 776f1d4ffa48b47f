import { useEffect } from "react";
import NotFound from "./not-found.tsx";

/** Where the page was loaded: what the server answered there with the app is no page of the site. */
const loadedAt = location.href;

/** A public page: the browser asks the server for it. */
export default function ToSite() {
  const isHere = location.href === loadedAt;
  useEffect(() => {
    if (!isHere) location.reload();
  }, [isHere]);
  return isHere ? <NotFound /> : null;
}
