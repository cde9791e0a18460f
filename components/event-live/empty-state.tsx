import { formatCountWithNoun } from "@/lib/core/format/count";
import { AccountPanel } from "../accounts/account-panel";
import { AttachButton } from "../accounts/attach-button";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { Card } from "../shared/layout/card";
import type { EventJson } from "./event-header";
import { type Step, StepList, StepsHead } from "./step-list";

function setupSteps(event: EventJson, operatorCount: number): Step[] {
  const base = `/events/${event.session_id}`;
  const terminals = formatCountWithNoun(event.terminal_count, "terminal");
  const steps: (Step | false)[] = [
    { title: "Event created", note: <Instant at={event.created_at} as="day-time" />, isDone: true },
    event.terminal_count > 0 && {
      title: `${terminals} assigned`,
      note: event.terminal_count > 1 ? `Terminal 1 to Terminal ${event.terminal_count}` : "Terminal 1",
      isDone: true,
    },
    {
      title: operatorCount > 0 ? formatCountWithNoun(operatorCount, "operator") : "Add your operators",
      note: "So that every payment carries a name",
      isDone: operatorCount > 0,
      href: `${base}/operators`,
      action: "Operators",
    },
    event.collection_account !== null && {
      title: "Make a test transfer of ₦100",
      note: "Proves the account from end to end",
      isDone: false,
    },
    event.terminal_count > 0 && {
      title: "Take one payment on each terminal",
      note: `0 of ${event.terminal_count} have taken a payment`,
      isDone: false,
      href: `${base}/terminals`,
      action: "Terminals",
    },
  ];
  return steps.filter((step) => step !== false);
}

interface EmptyStateProps {
  event: EventJson;
  operatorCount: number;
  /** Whether an account can be attached to the event, by this member. */
  mayAttach: boolean;
}

/** Shown before the first payment: the account to pay into and the remaining setup steps. */
export function EmptyState({ event, operatorCount, mayAttach }: EmptyStateProps) {
  return (
    <div className="grid gap-3 @min-[760px]/page:grid-cols-[1.28fr_1fr]">
      <Card className="flex flex-col gap-7 p-8 max-md:p-4">
        <div>
          <h2 className="text-body text-ink-2">Total taken</h2>
          <Naira amount={0n} size="hero" className="text-ink-3" />
        </div>
        <div>
          <p className="text-stat">Waiting for the first payment</p>
          <p className="mt-1 max-w-100 text-ink-2 text-section font-normal">
            {event.collection_account
              ? "Put this account in front of your payers. The first transfer shows up here about a second after it reaches the bank."
              : "The first payment at a terminal shows up here about a second after it reaches the bank."}
          </p>
        </div>
        {event.collection_account && <AccountPanel event={event} account={event.collection_account} />}
        {mayAttach && <NoAccount sessionId={event.session_id} />}
      </Card>
      <SetupSteps steps={setupSteps(event, operatorCount)} />
    </div>
  );
}

/** Says that the event takes no transfers, with the way to change that. */
function NoAccount({ sessionId }: { sessionId: string }) {
  return (
    <div className="flex flex-col gap-3 rounded-card bg-subtle px-6 py-5 max-md:px-4">
      <div>
        <p className="font-medium text-body">This event has no account for transfers</p>
        <p className="text-body text-ink-2">Attach one that your organisation has at its bank.</p>
      </div>
      <AttachButton sessionId={sessionId} />
    </div>
  );
}

function SetupSteps({ steps }: { steps: Step[] }) {
  return (
    <Card aria-label="Before doors open">
      <StepsHead title="Before doors open" steps={steps} />
      <StepList steps={steps} />
    </Card>
  );
}
