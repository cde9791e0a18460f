"use client";

import { useRevealed } from "../../shared/requests/use-revealed";
import { Button } from "../../ui/forms/button";
import * as texts from "./late-texts";

interface AccountProps {
  sessionId: string;
  id: string;
  tail: string;
  length: number;
  mayReveal: boolean;
}

/** The payer's masked account number. Showing it in full is recorded in the audit log and lasts 20 s. */
export function AccountField({ sessionId, id, tail, length, mayReveal }: AccountProps) {
  const { data, isPending, toggle } = useRevealed<{ sender_account: string }>(
    `/api/dashboard/sessions/${sessionId}/payments/${id}/account`,
  );
  if (length === 0) return <span className="text-ink-3">{texts.notReported}</span>;
  return (
    <>
      <span className="figures">
        {data ? data.sender_account : `${"•".repeat(Math.max(2, length - tail.length))} ${tail}`}
      </span>
      {mayReveal && length > tail.length && (
        <Button tone="ghost" size="small" busy={isPending} onClick={toggle}>
          {data ? texts.hide : texts.show}
        </Button>
      )}
    </>
  );
}
