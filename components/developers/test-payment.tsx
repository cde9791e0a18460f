"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { Send } from "@/components/ui/icons/late-icons";
import { parseTypedNaira } from "@/lib/core/format/naira";
import type { TestPayment as Asked, SentTestPayment } from "@/lib/intake/contract";
import { Banner } from "../shared/layout/banner";
import { Card } from "../shared/layout/card";
import { asApiError, sendJson } from "../shared/requests/api";
import { Button } from "../ui/forms/button";
import { LastTestPayment } from "./last-test-payment";
import { type OpenEvent, TestPaymentFields } from "./test-payment-fields";
import * as texts from "./texts";

type Payment = z.input<typeof Asked>;
export type SentPaymentJson = z.input<typeof SentTestPayment>;

const defaultsFor = (event: OpenEvent): Pick<Payment, "session_id" | "channel" | "terminal_id"> => ({
  session_id: event.sessionId as Payment["session_id"],
  channel: event.hasAccount ? "bank_transfer" : "pos",
  terminal_id: event.terminals[0]?.id,
});

/** Form that sends a test payment and shows the result. */
export function TestPayment({ events, first }: { events: readonly OpenEvent[]; first: OpenEvent }) {
  const form = useRef<HTMLFormElement>(null);
  const [payment, setPayment] = useState<Payment>({
    ...defaultsFor(first),
    amount: "₦12,500.00",
    outcome: "successful",
    payer: texts.chineduOkonkwo,
    narration: texts.testPayment,
  });
  const sending = useMutation({
    mutationFn: () =>
      sendJson<SentPaymentJson>("POST", "/api/dashboard/test-payments", {
        ...payment,
        amount: parseTypedNaira(payment.amount) ?? payment.amount,
      }),
  });
  const problem = sending.error ? asApiError(sending.error) : undefined;
  useEffect(() => {
    if (sending.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [sending.error]);
  const chosen = events.find(({ sessionId }) => sessionId === payment.session_id) ?? first;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_420px]">
      <Card>
        <form
          ref={form}
          noValidate
          onSubmit={(submit) => {
            submit.preventDefault();
            if (!sending.isPending) sending.mutate();
          }}
        >
          <div className="flex flex-col gap-4 px-4 py-4">
            <div>
              <h2 className="text-section">{texts.sendATestPayment}</h2>
              <p className="text-body text-ink-2">{texts.itTakesTheSamePath}</p>
            </div>
            <TestPaymentFields
              events={events}
              chosen={chosen}
              payment={payment}
              errorOf={(pointer, field) => problem?.findFieldError(pointer, field)}
              onEvent={(event) => setPayment((now) => ({ ...now, ...defaultsFor(event) }))}
              onChange={(change) => setPayment((now) => ({ ...now, ...change }))}
            />
            {problem && problem.fieldErrors.length === 0 && (
              <Banner tone="red" title={texts.thePaymentWasNotSent} urgent>
                {problem.detail}
              </Banner>
            )}
          </div>
          <div className="flex justify-end border-edge border-t px-4 py-3">
            <Button tone="primary" type="submit" busy={sending.isPending}>
              <Send aria-hidden />
              {texts.sendPayment}
            </Button>
          </div>
        </form>
      </Card>
      <LastTestPayment sent={sending.data} />
    </div>
  );
}
