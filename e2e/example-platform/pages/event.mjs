import { verifyWebhook } from "takings-client";
import { readBody } from "../read-body.mjs";

/**
 * POST /events: what Takings reports. An event that Takings did not sign is refused. The answer is sent when the orders are
 * up to date: if that fails, Takings sends the event again.
 */
export async function receiveEvent({ secret, countTransaction }, request, response) {
  const body = await readBody(request);
  let event;
  try {
    event = verifyWebhook(secret, { headers: request.headers, body });
  } catch {
    return response.writeHead(400).end("The signature is wrong.");
  }
  if (event.event === "transaction.received" && event.data.status === "successful")
    await countTransaction(event.data.id);
  response.writeHead(204).end();
}
