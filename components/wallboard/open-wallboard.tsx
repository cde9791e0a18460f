"use client";

import { useEffect, useState } from "react";
import { sendJson } from "../shared/requests/api";
import * as texts from "./texts";
import { WallboardEnded } from "./wallboard-ended";

/** Exchanges the token in the URL fragment for a cookie, and opens the wallboard. */
export function OpenWallboard({ sessionId }: { sessionId: string }) {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const key = new URLSearchParams(window.location.hash.slice(1)).get("key") ?? "";
    sendJson("POST", `/api/live/${sessionId}/wallboard`, { key }).then(
      () => window.location.replace(`/wall/${sessionId}`),
      () => setRefused(true),
    );
  }, [sessionId]);
  if (isRefused) return <WallboardEnded />;
  return (
    <main className="dark fixed inset-0 grid place-content-center bg-canvas text-[1.5rem] text-ink-2">
      <h1 className="text-[1.5rem]/8">{texts.openingTheWallboard}</h1>
    </main>
  );
}
