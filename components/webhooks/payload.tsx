"use client";

import { useState } from "react";
import { prettyPrint } from "@/lib/core/format/pretty-print";
import { useRevealed } from "../shared/requests/use-revealed";
import { CodeBlock } from "../ui/feedback/code-block";
import { Button } from "../ui/forms/button";
import { Segmented } from "../ui/forms/segmented";
import type { DeliveryJson } from "./api";

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
  const headers = Object.entries(last?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <section aria-label="Payload" className="border-edge border-t pt-4">
      <Segmented
        label="What is shown"
        className="mb-3"
        value={part}
        onChange={setPart}
        choices={[
          { value: "body", label: "Body" },
          { value: "headers", label: "Headers" },
          { value: "response", label: "Response" },
        ]}
      />
      {mayReveal && part !== "headers" && (
        <Button tone="ghost" size="small" className="mb-2" busy={isPending} onClick={toggle}>
          {data ? "Hide the account number" : "Show the account number"}
        </Button>
      )}
      {part === "body" && <CodeBlock json name="the body" code={prettyPrint(body)} />}
      {part === "headers" && <CodeBlock name="the headers" code={headers.join("\n") || "Not sent yet."} />}
      {part === "response" && <CodeBlock name="the response" code={formatResponse(last)} />}
    </section>
  );
}

function formatResponse(last: DeliveryJson["attempts"][number] | undefined): string {
  if (!last) return "Not sent yet.";
  if (last.status === null) return `No answer. ${last.error ?? ""}`;
  return `HTTP ${last.status}\n\n${last.excerpt || "(nothing in its body)"}`;
}
