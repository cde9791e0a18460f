import type { z } from "zod";
import { ExpectedPaymentUpdated } from "@/lib/expected-payments/contract";
import { TransactionReceived } from "@/lib/transactions/contract";
import { composeExample } from "./example";
import type { SchemaConverter } from "./json-schema";

/** The bodies of the outgoing events. Each has a literal `event`, a title and a description. */
const EVENTS = [TransactionReceived, ExpectedPaymentUpdated];

const HEADERS = {
  "webhook-id": ["The id of the event, the same at every attempt.", "evt_01m86m8fwk70d5fpn9qhmxq5ss"],
  "webhook-timestamp": ["The time of this attempt, in seconds since 1970.", "1795518906"],
  "webhook-signature": [
    "One or more signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.",
    "v1,2BcMQTkJkSpBBGGbs5ov6DJIrec/NCNQGchP4001l5I=",
  ],
} as const;

/** Returns the `webhooks` of the document: one for each kind of outgoing event, signed as Standard Webhooks (§6). */
export function describeWebhooks(schemas: SchemaConverter) {
  const parameters = Object.entries(HEADERS).map(([name, [description, example]]) => ({
    ...{ name, in: "header", required: true, description },
    ...{ schema: { type: "string" }, example },
  }));
  return Object.fromEntries(EVENTS.map((body) => [body.shape.event.value, describeEvent(body)]));

  function describeEvent(body: z.ZodObject) {
    const { title, description } = body.meta() ?? {};
    const schema = schemas.convert(body);
    const content = { "application/json": { schema, example: composeExample(schema, schemas) } };
    return {
      post: {
        operationId: `on${body.meta()?.id}`,
        summary: title,
        description,
        tags: ["Webhooks"],
        security: [],
        parameters,
        requestBody: { required: true, content },
        responses: {
          "2XX": {
            description:
              "Received. Any other answer, or none within 15 seconds, is a failure and is retried.",
          },
        },
      },
    };
  }
}
