import { AccountPanel } from "../accounts/account-panel";
import { AttachButton } from "../accounts/attach-button";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { Card } from "../shared/layout/card";
import type { EventJson } from "./header/event-header";
import * as texts from "./late-texts";
import { type Step, StepList, StepsHead } from "./step-list";

type Allowed = EmptyStateProps["may"];

/** Where a first transfer is made: in test mode the organisation sends it itself, if the member may. */
function testTransferLink({ mode }: EventJson, may: Allowed): Pick<Step, "href" | "action"> {
  if (mode === "live") return { href: "/docs/going-live", action: texts.how };
  return may.sendTestPayments ? { href: "/developers/test", action: texts.sendAPayment } : {};
}

function setupSteps(event: EventJson, operatorCount: number, may: Allowed): Step[] {
  const base = `/events/${event.session_id}`;
  const terminals = texts.countTerminals(event.terminal_count);
  const steps: (Step | false)[] = [
    { title: texts.eventCreated, note: <Instant at={event.created_at} as="day-time" />, isDone: true },
    event.terminal_count > 0 && {
      title: texts.assigned(terminals),
      note: event.terminal_count > 1 ? texts.terminal1ToTerminal(event.terminal_count) : texts.terminal1,
      isDone: true,
    },
    {
      title: operatorCount > 0 ? texts.countOperators(operatorCount) : texts.addYourOperators,
      note: texts.paymentsCarryAName,
      isDone: operatorCount > 0,
      ...(may.addOperators
        ? { href: `${base}/operators?add=1`, action: texts.addOperator }
        : { href: `${base}/operators`, action: texts.operators }),
    },
    event.collection_account !== null && {
      title: texts.makeATestTransfer,
      note: texts.provesTheAccountWorks,
      isDone: false,
      ...testTransferLink(event, may),
    },
    event.terminal_count > 0 && {
      title: texts.takeOnePaymentOnEachTerminal,
      note: texts.noneHaveTakenAPayment(event.terminal_count),
      isDone: false,
      href: `${base}/terminals`,
      action: texts.terminals,
    },
  ];
  return steps.filter((step) => step !== false);
}

interface EmptyStateProps {
  event: EventJson;
  operatorCount: number;
  /** What the member may do; `attach`: an account can be attached to the event. */
  may: { attach: boolean; addOperators: boolean; sendTestPayments: boolean };
}

/** Shown before the first payment: the account to pay into and the remaining setup steps. */
export function EmptyState({ event, operatorCount, may }: EmptyStateProps) {
  return (
    <div className="grid gap-3 @min-[760px]/page:grid-cols-[1.28fr_1fr]">
      <Card className="flex flex-col gap-7 p-8 max-md:p-4">
        <div>
          <h2 className="text-body text-ink-2">{texts.totalTaken}</h2>
          <Naira amount={0n} size="hero" className="text-ink-3" />
        </div>
        <div>
          <p className="text-stat">{texts.waitingForTheFirstPayment}</p>
          <p className="mt-1 max-w-100 text-ink-2 text-section font-normal">
            {event.collection_account ? texts.showThisAccountToPayers : texts.firstTerminalPaymentShowsHere}
          </p>
        </div>
        {event.collection_account && <AccountPanel event={event} account={event.collection_account} />}
        {may.attach && <NoAccount sessionId={event.session_id} />}
      </Card>
      <SetupSteps steps={setupSteps(event, operatorCount, may)} />
    </div>
  );
}

/** Says that the event takes no transfers, with the way to change that. */
function NoAccount({ sessionId }: { sessionId: string }) {
  return (
    <div className="flex flex-col gap-3 rounded-card bg-subtle px-6 py-5 max-md:px-4">
      <div>
        <p className="font-medium text-body">{texts.thisEventHasNoAccount}</p>
        <p className="text-body text-ink-2">{texts.attachAnExistingAccount}</p>
      </div>
      <AttachButton sessionId={sessionId} />
    </div>
  );
}

function SetupSteps({ steps }: { steps: Step[] }) {
  return (
    <Card aria-label={texts.beforeDoorsOpen}>
      <StepsHead title={texts.beforeDoorsOpen} steps={steps} />
      <StepList steps={steps} />
    </Card>
  );
}
