import { z } from "zod";
import { bankBodyLimit, connectionBodyLimit, type RawNotification } from "@/lib/bank";
import { idSchema } from "@/lib/core/ids";
import type { NotificationEndpoint } from "@/lib/http/endpoint";
import { countRefusedNotification } from "@/lib/http/refused-notifications";
import { peekBody, readBody } from "@/lib/http/request/body";
import { jsonResponse, successResponse } from "@/lib/http/response/envelope";
import { serve } from "@/lib/http/serve";
import { type ReceiptResult, receiveBankNotification, receiveConnectionNotification } from "@/lib/intake";
import { metrics } from "@/lib/metrics";

/** Adds the receipt to the log line and creates the response that the bank requires. */
function respond({ acknowledgement, ...receipt }: ReceiptResult, line: { requestId: string }): Response {
  Object.assign(line, receipt);
  return acknowledgement === undefined
    ? successResponse(200, {}, line.requestId)
    : jsonResponse(200, JSON.stringify(acknowledgement), line.requestId);
}

/** The endpoint of a bank's notifications to the deployment (§4.13). */
const bankWebhook: NotificationEndpoint = {
  kind: "notification",
  params: z.object({}),
  docs: {
    operationId: "receiveBankNotification",
    tag: "Bank notifications",
    section: "4.13",
    summary: "Receive a bank's notification",
    description:
      "Called by a bank when a payment lands. The body is the bank's own, and the signature is in the bank's header. The " +
      "answer is sent after the notification and its effects are committed; a repeat gets the same answer and has no " +
      "further effect. A verified notification is never refused for its content.",
  },
};

/** The endpoint of a bank's notifications to one bank connection. */
const connectionWebhook: NotificationEndpoint = {
  kind: "notification",
  params: z.object({ connection_id: idSchema("bankConnection") }),
  docs: {
    operationId: "receiveConnectionNotification",
    tag: "Bank notifications",
    summary: "Receive a notification of an organisation's bank connection",
    description:
      "Like `POST /v1/webhooks/bank`, verified with the secrets of this bank connection alone. An unknown connection gets " +
      "the answer of a wrong signature.",
  },
};

/**
 * Creates the handler of a route for notifications, and counts what becomes of them: accepted once it is committed, or
 * refused by the code of its error. `receive` gets the notification and the path parameters.
 */
function receiver(
  name: string,
  bodyLimit: typeof bankBodyLimit,
  receive: (raw: RawNotification, params: Record<string, unknown>) => Promise<ReceiptResult>,
) {
  return serve(async (request, params, line) => {
    line.endpoint = name;
    try {
      // Without a promise if the HTTP server has received it: each costs on this path (`docs/performance.md`).
      const body = peekBody(request) ?? (await readBody(request, () => bodyLimit(request.headers)));
      const receipt = await receive({ body, headers: request.headers }, params);
      metrics().notificationsAccepted.inc({ provider: receipt.provider, outcome: receipt.outcome });
      return respond(receipt, line);
    } catch (thrown) {
      countRefusedNotification(thrown);
      throw thrown;
    }
  }, bodyLimit);
}

const receiveFromBank = receiver("bank webhook", bankBodyLimit, receiveBankNotification);

const receiveFromConnection = receiver(
  "connection webhook",
  connectionBodyLimit,
  (raw, { connection_id: connectionId }) => receiveConnectionNotification(String(connectionId), raw),
);

/** Receives a bank notification (§4.13): answers 200 once it is stored. Needs no API key; the signature is verified. */
export const forBank = Object.assign(receiveFromBank, { endpoint: bankWebhook });

/** Receives a notification of an organisation's bank connection, like `forBank`, with that connection's secrets alone. */
export const forConnection = Object.assign(receiveFromConnection, { endpoint: connectionWebhook });
