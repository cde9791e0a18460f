"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCw } from "@/components/ui/icons/icons";
import { OUTCOMES } from "@/lib/webhooks/labels";
import { Banner } from "../shared/layout/banner";
import { asApiError, getJson, sendJson } from "../shared/requests/api";
import { Chip } from "../ui/display/chip";
import { Skeleton } from "../ui/display/skeleton";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { Drawer } from "../ui/overlays/drawer";
import type { DeliveryJson } from "./api";
import { Attempts } from "./attempts";
import { Payload } from "./payload";

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

/** Refetch interval while a delivery is in flight. */
const REFETCH_MS = 1_500;
const TONES = { delivered: "green", waiting: "amber", failed: "red" } as const;

/** One webhook delivery: every attempt, the body and headers as sent, and a replay button. */
export function DeliveryDrawer(props: DeliveryDrawerProps) {
  const { sessionId, deliveryId, mayReplay, mayReveal, onClose, onPrevious, onNext, onReplayed } = props;
  const path = `/api/dashboard/sessions/${sessionId}/deliveries/${deliveryId}`;
  const query = useQuery({
    queryKey: ["session", sessionId, "delivery", deliveryId],
    queryFn: ({ signal }) => getJson<DeliveryJson>(path, signal),
    refetchInterval: ({ state }) => (state.data?.outcome === "waiting" ? REFETCH_MS : false),
  });
  const delivery = query.data;
  return (
    <Drawer
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      row={deliveryId}
      width={540}
      title="Delivery"
      badge={delivery && <Chip tone={TONES[delivery.outcome]}>{statusText(delivery)}</Chip>}
      subtitle={
        <code className="block truncate font-mono">
          {deliveryId}
          {delivery && ` · ${delivery.transaction_id}`}
        </code>
      }
      footer={
        delivery &&
        mayReplay && (
          <ReplayFooter path={path} onReplayed={onReplayed} isWaiting={delivery.outcome === "waiting"} />
        )
      }
    >
      {query.isError && (
        <Banner tone="red" urgent title="This delivery did not load.">
          {asApiError(query.error).detail}
        </Banner>
      )}
      {query.isPending && <Skeleton className="h-40" />}
      {delivery && (
        <div className="grid gap-4">
          <Attempts delivery={delivery} />
          <Payload delivery={delivery} path={path} mayReveal={mayReveal} />
        </div>
      )}
    </Drawer>
  );
}

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];

function statusText({ outcome, attempts }: DeliveryJson): string {
  if (outcome !== "delivered") return OUTCOMES[outcome];
  return `Delivered, ${ORDINALS[attempts.length] ?? `${attempts.length}th`} attempt`;
}

interface ReplayFooterProps {
  path: string;
  isWaiting: boolean;
  onReplayed: () => void;
}

function ReplayFooter({ path, isWaiting, onReplayed }: ReplayFooterProps) {
  const replay = useMutation({
    mutationFn: () => sendJson<{ replayed: number }>("POST", `${path}/replay`),
    onSuccess: ({ replayed }) => {
      toast({ text: replayed > 0 ? "It is being sent again." : "It is being sent at this moment." });
      onReplayed();
    },
    onError: (thrown) =>
      toast({ tone: "failed", text: `It was not sent again. Nothing changed. ${asApiError(thrown).detail}` }),
  });
  return (
    <>
      <span className="mr-auto text-ink-3 text-meta">Sends the same body again, with the same id.</span>
      <Button busy={replay.isPending} onClick={() => replay.mutate()}>
        <RotateCw aria-hidden />
        {isWaiting ? "Send now" : "Replay"}
      </Button>
    </>
  );
}
