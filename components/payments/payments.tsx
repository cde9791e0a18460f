"use client";

import dynamic from "next/dynamic";
import { Card } from "../shared/card";
import { Early } from "../shared/replay-clicks";
import type { PaymentsPanelProps } from "./payments-panel";

const PaymentsPanel = dynamic(() => import("./payments-panel").then((one) => one.PaymentsPanel));

/** The list of payments. It is on the page from the first, and comes to life after the figures. */
export function Payments(given: PaymentsPanelProps) {
  return (
    <Early fallback={<Card aria-busy className="min-h-96" />}>
      <PaymentsPanel {...given} />
    </Early>
  );
}
