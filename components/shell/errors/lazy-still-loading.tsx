"use client";

import { useEffect, useState } from "react";
import { LazyPart } from "../../ui/overlays/lazy";

/** It says nothing earlier, so its code is loaded when the page is ready. */
const DELAY_MS = 5_000;
const fetchStillLoading = () => import("./still-loading").then((module) => module.StillLoading);

/** `StillLoading`, loaded after the page. */
export function LazyStillLoading() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue && <LazyPart part={fetchStillLoading} given={{}} />;
}
