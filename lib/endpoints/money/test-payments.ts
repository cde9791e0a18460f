import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { sendTestPayment } from "@/lib/intake";
import { SentTestPayment, TestPayment } from "@/lib/intake/contract";

/** Sends a simulated payment to an event in test mode through the full path of a real one. */
export const sendTestPaymentEndpoint = endpoint({
  name: "send test payment",
  params: z.object({}),
  body: TestPayment,
  status: 201,
  response: SentTestPayment,
  handle: (scope, { body }) => sendTestPayment(scope, body),
});
