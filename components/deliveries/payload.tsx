"use client";

import { useState } from "react";
import { CodeBlock } from "../ui/code-block";
import { Segmented } from "../ui/segmented";
import type { DeliveryWire } from "./wire";

type Part = "body" | "headers" | "response";

/** JSON with its lines parted, for reading; what is none stays as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** What was sent and what came back, of the last try. */
export function Payload({ delivery: { body, attempts } }: { delivery: DeliveryWire }) {
  const [part, setPart] = useState<Part>("body");
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
      {part === "body" && <CodeBlock json name="the body" code={readable(body)} />}
      {part === "headers" && <CodeBlock name="the headers" code={headers.join("\n") || "Not sent yet."} />}
      {part === "response" && <CodeBlock name="the response" code={responseOf(last)} />}
    </section>
  );
}

function responseOf(last: DeliveryWire["attempts"][number] | undefined): string {
  if (!last) return "Not sent yet.";
  if (last.status === null) return `No answer. ${last.error ?? ""}`;
  return `HTTP ${last.status}\n\n${last.excerpt || "(nothing in its body)"}`;
}
