import { Check, Hourglass, Landmark, Send, Users, Webhook, X } from "lucide-react";
import type { z } from "zod";
import type { PaymentStep } from "@/lib/catalogue/contract";
import { Instant } from "../shared/instant";
import { Timeline, type TimelineEntry } from "../ui/timeline";

type Step = z.input<typeof PaymentStep>;
type Told = Omit<TimelineEntry, "key" | "at">;

const STATUS_LOOKS = {
  successful: { icon: Check, tone: "good" },
  pending: { icon: Hourglass, tone: "amber" },
  failed: { icon: X, tone: "red" },
} as const;
const PLACES = ["first", "second", "third"];
const attemptOf = (number: number) => `${PLACES[number - 1] ?? `${number}th`} attempt`;

/** What happened to a payment, one thing after the other. */
export function PaymentHistory({ steps }: { steps: readonly Step[] }) {
  const entries = steps.map((step, index) => ({
    key: `${index} ${step.kind}`,
    at: <Instant at={step.at} as="milliseconds" />,
    ...tell(step),
  }));
  return <Timeline entries={entries} />;
}

function tell(step: Step): Told {
  switch (step.kind) {
    case "paid":
      return { icon: Landmark, title: "Reached the bank", detail: step.into, tone: "good" };
    case "told":
      return { icon: Webhook, title: "Bank told us", detail: "Signature agreed", tone: "good" };
    case "recorded":
      return { title: `Recorded as ${step.status}`, ...STATUS_LOOKS[step.status] };
    case "became":
      return { title: `Became ${step.status}`, ...STATUS_LOOKS[step.status] };
    case "assigned":
      return {
        icon: Users,
        title: `Assigned to ${step.operator_name}`,
        detail: step.terminal_label ? `On ${step.terminal_label} then` : step.by && `By ${step.by}`,
        tone: "good",
      };
    case "sent":
      return { icon: Send, ...tellSent(step) };
  }
}

type Sent = Extract<Step, { kind: "sent" }>;

function tellSent({ host, state, attempts, attempt_count: count }: Sent): Omit<Told, "icon"> {
  const last = attempts.at(-1);
  if (!last) return { title: `To be sent to ${host}`, detail: "Waiting for its turn", tone: "quiet" };
  const answer = last.status === null ? (last.error ?? "No answer") : `Answered ${last.status}`;
  const detail = `${answer} in ${last.duration_ms} ms, ${attemptOf(count)}`;
  if (state === "delivered") return { title: `Sent to ${host}`, detail, tone: "good" };
  if (state === "failed") return { title: `Not taken by ${host}`, detail, tone: "red" };
  return { title: `Being sent to ${host}`, detail: `${detail}; it goes again`, tone: "amber" };
}
