"use client";

import { LazyPart } from "../../ui/overlays/lazy";

const fetchStillLoading = () => import("./still-loading").then((module) => module.StillLoading);

/** `StillLoading`, which says nothing in the first seconds: its code is loaded after the page. */
export const LazyStillLoading = () => <LazyPart part={fetchStillLoading} given={{}} />;
