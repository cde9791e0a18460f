import type { z } from "zod";
import { Check, Hourglass, Landmark, Users, Webhook, X } from "@/components/ui/icons/icons";
import { ListChecks, Send, Undo2 } from "@/components/ui/icons/late-icons";
import { formatNaira } from "@/lib/core/format/naira";
import type { PaymentStep } from "@/lib/payment-search/contract";
import { Instant } from "../../shared/format/instant";
import type { PaymentStatus } from "../../shared/format/status";
import { Timeline, type TimelineEntry } from "../../ui/display/timeline";

type Step = z.input<typeof PaymentStep>;
type StepDescription = Omit<TimelineEntry, "key" | "at">;

const STATUS_LOOKS = {
  successful: { icon: Check, tone: "good" },
  pending: { icon: Hourglass, tone: "amber" },
  failed: { icon: X, tone: "red" },
} as const;
const ORDINALS = ["first", "second", "third"];
const formatAttempt = (number: number) => `${ORDINALS[number - 1] ?? `${number}th`} attempt`;

/** Title of the payment step by status; only a successful payment has reached the bank. */
const AT_THE_BANK: Record<PaymentStatus, Pick<StepDescription, "title" | "tone">> = {
  successful: { title: "Reached the bank", tone: "good" },
  pending: { title: "Pending at the bank", tone: "amber" },
  failed: { title: "Attempted at the bank", tone: "quiet" },
};

/** Timeline of a payment. */
export function PaymentHistory({ steps, status }: { steps: readonly Step[]; status: PaymentStatus }) {
  const entries = steps.map((step, index) => ({
    key: `${index} ${step.kind}`,
    at: <Instant at={step.at} as="milliseconds" />,
    ...describeStep(step, status),
  }));
  return <Timeline entries={entries} />;
}

function describeStep(step: Step, status: PaymentStatus): StepDescription {
  switch (step.kind) {
    case "paid":
      return { icon: Landmark, detail: describeDestination(step), ...AT_THE_BANK[status] };
    case "reversed":
      return { icon: Undo2, ...describeReversal(step) };
    case "notified":
      return {
        icon: Webhook,
        title: "Bank notification received",
        detail: "Signature verified",
        tone: "good",
      };
    case "listed":
      return {
        icon: ListChecks,
        title: "Found in the bank's list",
        detail: "No notification had reported it",
        tone: "good",
      };
    case "recorded":
      return { title: `Recorded as ${step.status}`, ...STATUS_LOOKS[step.status] };
    case "status_changed":
      return { title: `Became ${step.status}`, ...STATUS_LOOKS[step.status] };
    case "assigned":
      return {
        icon: Users,
        title: `Assigned to ${step.operator_name}`,
        detail: step.terminal_label ? `On ${step.terminal_label} then` : step.by && `By ${step.by}`,
        tone: "good",
      };
    case "sent":
      return { icon: Send, ...describeSent(step) };
  }
}

const REVERSAL_TITLES = {
  reversal: {
    pending: "Reversal in progress",
    completed: "Reversed by the bank",
    opened: "Reversal begun",
    dismissed: "Reversal dropped",
  },
  refund: {
    pending: "Refund in progress at the bank",
    completed: "Refunded to the payer",
    opened: "Refund needs attention",
    dismissed: "Refund failed",
  },
  dispute: {
    pending: "Dispute in progress",
    completed: "Dispute lost",
    opened: "Dispute opened",
    dismissed: "Dispute won",
  },
} as const;

function describeReversal(step: Extract<Step, { kind: "reversed" }>): Omit<StepDescription, "icon"> {
  return {
    title: REVERSAL_TITLES[step.reversal][step.stage],
    detail: (
      <>
        {step.amount !== "0.00" && formatNaira(step.amount)}
        {step.due_at && (
          <>
            {" "}
            Answer due by <Instant at={step.due_at} as="full" className="whitespace-normal" />
          </>
        )}
      </>
    ),
    tone: step.stage === "completed" ? "red" : "amber",
  };
}

const describeDestination = ({ into, is_receipt: isReceipt }: Extract<Step, { kind: "paid" }>) =>
  isReceipt ? `${into} · the bank gave no usable time: time of receipt` : into;

type Sent = Extract<Step, { kind: "sent" }>;

function describeSent({ host, state, attempts, attempt_count: count }: Sent): Omit<StepDescription, "icon"> {
  const last = attempts.at(-1);
  if (!last) return { title: `To be sent to ${host}`, detail: "Queued", tone: "quiet" };
  const answer = last.status === null ? (last.error ?? "No answer") : `Answered ${last.status}`;
  const detail = `${answer} in ${last.duration_ms} ms, ${formatAttempt(count)}`;
  if (state === "delivered") return { title: `Sent to ${host}`, detail, tone: "good" };
  if (state === "failed") return { title: `Not delivered to ${host}`, detail, tone: "red" };
  return { title: `Being sent to ${host}`, detail: `${detail}; it will be sent again`, tone: "amber" };
}
