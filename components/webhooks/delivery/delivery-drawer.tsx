"use client";

import { ArrowRight } from "@/components/ui/icons/icons";
import { LoadFailed } from "../../shared/layout/error-panel";
import { Link } from "../../ui/display/link";
import { Skeleton } from "../../ui/display/skeleton";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { Drawer } from "../../ui/overlays/drawer";
import { type DeliveryJson, deliveryHref } from "../api";
import { Attempts } from "./attempts";
import { OutcomeChip } from "./outcome-chip";
import { Payload } from "./payload";
import { ReplayButton } from "./replay-button";
import * as texts from "./texts";
import { deliveryPath, describeOutcome, useDelivery } from "./use-delivery";

interface DeliveryDrawerProps {
  sessionId: string;
  deliveryId: string;
  mayReplay: boolean;
  mayReveal: boolean;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onReplayed: () => void;
}

/** One webhook delivery: every attempt, the body and headers as sent, and a replay button. */
export function DeliveryDrawer(props: DeliveryDrawerProps) {
  const { sessionId, deliveryId, mayReveal, onClose, onPrevious, onNext } = props;
  const query = useDelivery(sessionId, deliveryId);
  const delivery = query.data;
  const subjectId = delivery?.transaction_id ?? delivery?.subject_id;
  return (
    <Drawer
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      row={deliveryId}
      width={540}
      title={texts.delivery}
      badge={delivery && <OutcomeChip outcome={delivery.outcome}>{describeOutcome(delivery)}</OutcomeChip>}
      subtitle={
        <span className="flex min-w-0 items-center gap-1">
          <code className="truncate font-mono">{deliveryId}</code>
          <CopyButton text={deliveryId} name={texts.deliveryId} />
          {subjectId && (
            <>
              <code className="truncate font-mono">{subjectId}</code>
              <CopyButton text={subjectId} name={texts.paymentId} />
            </>
          )}
        </span>
      }
      footer={<Footer {...props} delivery={delivery} />}
    >
      {query.isError && !delivery && (
        <LoadFailed
          title={texts.thisDeliveryDidNotLoad}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton className="h-40" />}
      {delivery && (
        <div className="grid grid-cols-1 gap-4">
          <Attempts delivery={delivery} />
          <Payload delivery={delivery} path={deliveryPath(sessionId, deliveryId)} mayReveal={mayReveal} />
        </div>
      )}
    </Drawer>
  );
}

type FooterProps = Pick<DeliveryDrawerProps, "sessionId" | "deliveryId" | "mayReplay" | "onReplayed"> & {
  delivery: DeliveryJson | undefined;
};

function Footer({ sessionId, deliveryId, delivery, mayReplay, onReplayed }: FooterProps) {
  const canReplay = mayReplay && delivery?.may_replay;
  return (
    <>
      {canReplay && <span className="text-ink-3 text-meta">{texts.replaySendsTheSameBody}</span>}
      <span className="ml-auto flex gap-2">
        <Button asChild tone="ghost">
          <Link href={deliveryHref(sessionId, deliveryId)}>
            <ArrowRight aria-hidden />
            {texts.openPage}
          </Link>
        </Button>
        {canReplay && <ReplayButton delivery={delivery} onReplayed={onReplayed} />}
      </span>
    </>
  );
}
