import { CircleCheck, CreditCard } from "@/components/ui/icons/icons";
import { useNow } from "../shared/format/clock";
import { Naira } from "../shared/format/money";
import { useAnnounce } from "../ui/browser/live-region";
import { Button } from "../ui/forms/button";
import { type DeviceClaimJson, deviceBankName } from "./api";
import * as texts from "./texts";
import { useCancelClaim, useClaim } from "./use-devices";

interface ClaimPanelProps {
  claim: DeviceClaimJson;
  /** Whether it was just opened on this page; it then takes the focus. */
  isNew: boolean;
  onClose: () => void;
}

const focus = (element: HTMLElement | null) => element?.focus();

function formatOutcome({ state, serial }: DeviceClaimJson): string {
  if (state === "proved") return texts.isNowYourOrganisationsDevice(serial);
  if (state === "expired") return texts.timeToPayIsOver(serial);
  return state === "cancelled" ? texts.claimIsCancelled(serial) : "";
}

/** A claim: the amount to pay on the device, the time left, and the outcome, updated without a reload. */
export function ClaimPanel({ claim: initial, isNew, onClose }: ClaimPanelProps) {
  const claim = useClaim(initial);
  const outcome = formatOutcome(claim);
  useAnnounce(outcome);
  return (
    <section
      aria-label={texts.claimOf(claim.serial)}
      tabIndex={-1}
      {...(isNew && { ref: focus })}
      className="border-edge border-t bg-subtle px-4 py-3 outline-none"
    >
      {outcome ? (
        <Ended claim={claim} outcome={outcome} onClose={onClose} />
      ) : (
        <Open claim={claim} onClose={onClose} />
      )}
    </section>
  );
}

function Open({ claim, onClose }: { claim: DeviceClaimJson; onClose: () => void }) {
  const cancel = useCancelClaim(onClose);
  const { id, serial, provider, amount, expires_at } = claim;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2 text-body text-ink-2">
          <CreditCard aria-hidden className="size-4 shrink-0 text-pos-ink" />
          <span className="min-w-0 break-words">
            {texts.payExactlyThisByCardOn}
            <span className="font-mono">{serial}</span> ({deviceBankName(provider)})
          </span>
        </p>
        <p className="mt-1 text-figure">
          <Naira amount={amount} />
        </p>
      </div>
      <div>
        <p className="text-ink-3 text-meta">{texts.timeLeft}</p>
        <p className="text-stat">
          <TimeLeft until={expires_at} />
        </p>
      </div>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
        {texts.cancelClaim}
      </Button>
    </div>
  );
}

/** Minutes and seconds until a time, by the server's clock. Not announced by screen readers. */
function TimeLeft({ until }: { until: string }) {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - useNow().getTime()) / 1_000));
  return (
    <span role="timer" aria-label={texts.timeLeft} className="figures" suppressHydrationWarning>
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}
    </span>
  );
}

function Ended({
  claim: { state },
  outcome,
  onClose,
}: {
  claim: DeviceClaimJson;
  outcome: string;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-body">
      <p className="flex min-w-0 flex-1 basis-64 items-center gap-2">
        {state === "proved" && <CircleCheck aria-hidden className="size-4 shrink-0 text-brand" />}
        <span className="min-w-0 break-words">
          <span className="font-medium">{outcome}</span>{" "}
          <span className="text-ink-2">
            {state === "proved" ? texts.pairItWithATerminal : texts.claimAgainForNewAmount}
          </span>
        </span>
      </p>
      <Button onClick={onClose}>{texts.close}</Button>
    </div>
  );
}
