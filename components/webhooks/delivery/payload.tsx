"use client";

import { useState } from "react";
import { prettyPrint } from "@/lib/core/format/pretty-print";
import { useRevealed } from "../../shared/requests/use-revealed";
import { CodeBlock } from "../../ui/feedback/code-block";
import { Button } from "../../ui/forms/button";
import { Segmented } from "../../ui/forms/segmented";
import type { DeliveryJson } from "../api";
import type { Attempt } from "./attempts";
import * as texts from "./texts";

const NOT_SENT = texts.notSentYetText;

type Part = "body" | "headers" | "response";

interface PayloadProps {
  delivery: DeliveryJson;
  /** Path of the delivery in the JSON API. */
  path: string;
  mayReveal: boolean;
}

/**
 * Request and response of the last attempt. Showing the full account number is recorded in the audit log and
 * lasts 20 s.
 */
export function Payload({ delivery, path, mayReveal }: PayloadProps) {
  const [part, setPart] = useState<Part>("body");
  const { data, isPending, toggle } = useRevealed<DeliveryJson>(`${path}/account`);
  const { body, attempts } = data ?? delivery;
  const last = attempts.at(-1);
  return (
    <section aria-label={texts.payload} className="border-edge border-t pt-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented
          label={texts.whatIsShown}
          value={part}
          onChange={setPart}
          choices={[
            { value: "body", label: texts.body },
            { value: "headers", label: texts.headers },
            { value: "response", label: texts.response },
          ]}
        />
        {mayReveal && part !== "headers" && (
          <Button tone="ghost" size="small" busy={isPending} onClick={toggle}>
            {data ? texts.hideTheAccountNumber : texts.showTheAccountNumber}
          </Button>
        )}
      </div>
      {part === "body" && <CodeBlock json name={texts.theBody} code={prettyPrint(body)} />}
      {part === "headers" && (
        <CodeBlock name={texts.theHeaders} code={last ? formatHeaders(last) : NOT_SENT} />
      )}
      {part === "response" && (
        <CodeBlock name={texts.theResponse} code={last ? formatResponse(last) : NOT_SENT} />
      )}
    </section>
  );
}

/** Formats the headers that an attempt was sent with, one a line. */
export const formatHeaders = ({ headers }: Attempt): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** Formats what the receiver answered to an attempt, or why it did not. */
export function formatResponse({ status, error, excerpt }: Attempt): string {
  if (status === null) return texts.noAnswerBecause(error ?? "");
  return texts.answerText(status, excerpt || texts.nothingInItsBody);
}
