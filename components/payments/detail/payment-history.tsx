import type { z } from "zod";
import { Check, Hourglass, Landmark, Users, Webhook, X } from "@/components/ui/icons/icons";
import { ListChecks, Send, Undo2 } from "@/components/ui/icons/late-icons";
import { formatNaira } from "@/lib/core/format/naira";
import type { PaymentStep } from "@/lib/payment-search/contract";
import { Instant } from "../../shared/format/instant";
import type { PaymentStatus } from "../../shared/format/status";
import { Timeline, type TimelineEntry } from "../../ui/display/timeline";
import * as texts from "./late-texts";

type Step = z.input<typeof PaymentStep>;
type StepDescription = Omit<TimelineEntry, "key" | "at">;

const STATUS_STYLES = {
  successful: { icon: Check, tone: "good" },
  pending: { icon: Hourglass, tone: "amber" },
  failed: { icon: X, tone: "red" },
} as const;
const ORDINALS = ["first", "second", "third"];
const formatAttempt = (number: number) => texts.nthAttempt(ORDINALS[number - 1] ?? `${number}th`);

/** Title of the payment step by status; only a successful payment has reached the bank. */
const PAID_STEP_STYLES: Record<PaymentStatus, Pick<StepDescription, "title" | "tone">> = {
  successful: { title: texts.reachedTheBank, tone: "good" },
  pending: { title: texts.pendingAtTheBank, tone: "amber" },
  failed: { title: texts.attemptedAtTheBank, tone: "quiet" },
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
      return { icon: Landmark, detail: describeDestination(step), ...PAID_STEP_STYLES[status] };
    case "reversed":
      return { icon: Undo2, ...describeReversal(step) };
    case "notified":
      return {
        icon: Webhook,
        title: texts.bankNotificationReceived,
        detail: texts.signatureVerified,
        tone: "good",
      };
    case "listed":
      return {
        icon: ListChecks,
        title: texts.foundInTheBanksList,
        detail: texts.noNotificationHadReportedIt,
        tone: "good",
      };
    case "recorded":
      return { title: texts.recordedAs(step.status), ...STATUS_STYLES[step.status] };
    case "status_changed":
      return { title: texts.became(step.status), ...STATUS_STYLES[step.status] };
    case "assigned":
      return {
        icon: Users,
        title: texts.assignedTo(step.operator_name),
        detail: step.terminal_label
          ? texts.onTerminalThen(step.terminal_label)
          : step.by && texts.byPerson(step.by),
        tone: "good",
      };
    case "sent":
      return { icon: Send, ...describeSent(step) };
  }
}

const REVERSAL_TITLES = {
  reversal: {
    pending: texts.reversalInProgress,
    completed: texts.reversedByTheBank,
    opened: texts.reversalStarted,
    dismissed: texts.reversalDismissed,
  },
  refund: {
    pending: texts.refundInProgressAtTheBank,
    completed: texts.refundedToThePayer,
    opened: texts.refundNeedsAttention,
    dismissed: texts.refundFailed,
  },
  dispute: {
    pending: texts.disputeInProgress,
    completed: texts.disputeLost,
    opened: texts.disputeOpened,
    dismissed: texts.disputeWon,
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
            {texts.answerDueBy}
            <Instant at={step.due_at} as="full" className="whitespace-normal" />
          </>
        )}
      </>
    ),
    tone: step.stage === "completed" ? "red" : "amber",
  };
}

const describeDestination = ({ into, is_receipt: isReceipt }: Extract<Step, { kind: "paid" }>) =>
  isReceipt ? texts.theBankGaveNoUsableTime(into) : into;

type Sent = Extract<Step, { kind: "sent" }>;

function describeSent({ host, state, attempts, attempt_count: count }: Sent): Omit<StepDescription, "icon"> {
  const last = attempts.at(-1);
  if (!last) return { title: texts.toBeSentTo(host), detail: texts.queued, tone: "quiet" };
  const answer = last.status === null ? (last.error ?? texts.noAnswer) : texts.answered(last.status);
  const detail = texts.answerWithDuration(answer, last.duration_ms, formatAttempt(count));
  if (state === "delivered") return { title: texts.sentTo(host), detail, tone: "good" };
  if (state === "failed") return { title: texts.notDeliveredTo(host), detail, tone: "red" };
  return { title: texts.beingSentTo(host), detail: texts.itWillBeSentAgain(detail), tone: "amber" };
}
