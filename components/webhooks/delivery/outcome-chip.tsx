import type { ReactNode } from "react";
import { Check, Hourglass, X } from "@/components/ui/icons/icons";
import { type DeliveryOutcome, OUTCOMES } from "@/lib/webhooks/labels";
import { Chip } from "../../ui/display/chip";

const LOOKS = {
  delivered: { tone: "green", icon: Check },
  waiting: { tone: "amber", icon: Hourglass },
  failed: { tone: "red", icon: X },
} as const;

/** The outcome of a delivery, with an icon; `children` describes it in more words. */
export function OutcomeChip({ outcome, children }: { outcome: DeliveryOutcome; children?: ReactNode }) {
  return <Chip {...LOOKS[outcome]}>{children ?? OUTCOMES[outcome]}</Chip>;
}
