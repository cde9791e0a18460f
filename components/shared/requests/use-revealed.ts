"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAnnounce } from "../../ui/browser/live-region";
import { toast } from "../../ui/feedback/toast";
import { asApiError, sendJson } from "./api";
import * as texts from "./late-texts";

/** How long a full account number stays visible. */
const REVEAL_MS = 20_000;

/**
 * Requests data with the full account number, which is recorded in the audit log, and keeps them for 20 s. Returns
 * undefined data while they are hidden; `toggle` shows or hides them.
 */
export function useRevealed<T>(path: string) {
  const { data, mutate, reset, isPending } = useMutation({
    mutationFn: () => sendJson<T>("POST", path),
    onError: (thrown) => toast({ tone: "failed", text: texts.notShown(asApiError(thrown).detail) }),
    gcTime: 0,
  });
  useAnnounce(data ? texts.theAccountNumberIsShown : "");
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, REVEAL_MS);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return { data, isPending, toggle: () => (data ? reset() : mutate()) };
}
