"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLive } from "./live-provider";
import { useDetailsChange } from "./use-details-change";

interface RefreshDetailsProps {
  sessionId: string;
  /** The version of the details on the page. */
  shown: number;
}

/** Renders the live page again when the event's name, times or venue were changed. */
export function RefreshDetails({ sessionId, shown }: RefreshDetailsProps) {
  const router = useRouter();
  const client = useQueryClient();
  useDetailsChange(shown, useLive(sessionId).figures?.details_version, () => {
    router.refresh();
    void client.invalidateQueries({ queryKey: ["session", sessionId, "head"] });
  });
  return null;
}
