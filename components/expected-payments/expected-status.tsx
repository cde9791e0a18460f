import type { ComponentProps } from "react";
import { Check, CircleSlash, Hourglass, type IconType, TriangleAlert } from "@/components/ui/icons/icons";
import type { ExpectedPaymentStatus } from "@/lib/core/transaction";
import { Chip } from "../ui/display/chip";
import { STATUS_NAMES } from "./api";

const LOOKS: Record<ExpectedPaymentStatus, { tone: ComponentProps<typeof Chip>["tone"]; icon: IconType }> = {
  awaiting: { tone: "outlined", icon: Hourglass },
  paid: { tone: "green", icon: Check },
  underpaid: { tone: "amber", icon: TriangleAlert },
  overpaid: { tone: "amber", icon: TriangleAlert },
  expired: { tone: "outlined", icon: CircleSlash },
};

/** The status of an expected payment. */
export function ExpectedStatus({ status }: { status: ExpectedPaymentStatus }) {
  return <Chip {...LOOKS[status]}>{STATUS_NAMES[status]}</Chip>;
}
