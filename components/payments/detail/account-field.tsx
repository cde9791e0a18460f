"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { asApiError, sendJson } from "../../shared/requests/api";
import { useAnnounce } from "../../ui/browser/live-region";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";

/** How long a full account number stays visible. */
const REVEAL_MS = 20_000;

interface AccountProps {
  sessionId: string;
  id: string;
  tail: string;
  length: number;
  mayReveal: boolean;
}

/** The payer's masked account number. Showing it in full is recorded in the audit log and lasts 20 s. */
export function AccountField({ sessionId, id, tail, length, mayReveal }: AccountProps) {
  const { data, mutate, reset, isPending } = useMutation({
    mutationFn: () =>
      sendJson<{ sender_account: string }>(
        "POST",
        `/api/dashboard/sessions/${sessionId}/payments/${id}/account`,
      ),
    onError: (thrown) => toast({ tone: "failed", text: `Not shown: ${asApiError(thrown).detail}` }),
    gcTime: 0,
  });
  useAnnounce(data ? "The account number is shown" : "");
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, REVEAL_MS);
    return () => clearTimeout(timer);
  }, [data, reset]);
  if (length === 0) return <span className="text-ink-3">Not reported</span>;
  return (
    <>
      <span className="figures">
        {data ? data.sender_account : `${"•".repeat(Math.max(2, length - tail.length))} ${tail}`}
      </span>
      {mayReveal && length > tail.length && (
        <Button tone="ghost" size="small" busy={isPending} onClick={() => (data ? reset() : mutate())}>
          {data ? "Hide" : "Show"}
        </Button>
      )}
    </>
  );
}
