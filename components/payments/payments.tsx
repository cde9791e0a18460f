"use client";

import dynamic from "next/dynamic";
import { Card } from "../shared/layout/card";
import { ReplayClicks } from "../ui/browser/replay-clicks";
import type { PaymentsPanelProps } from "./list/payments-panel";

const PaymentsPanel = dynamic(() => import("./list/payments-panel").then((module) => module.PaymentsPanel));

/** The payment list: rendered by the server, and hydrated after the figures. */
export function Payments(props: PaymentsPanelProps) {
  return (
    <ReplayClicks fallback={<Card aria-busy className="min-h-96" />}>
      <PaymentsPanel {...props} />
    </ReplayClicks>
  );
}
