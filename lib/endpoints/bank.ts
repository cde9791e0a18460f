import { bankBodyLimit, connectionBodyLimit } from "@/lib/bank";
import { readBody } from "@/lib/http/request/body";
import { jsonResponse, successResponse } from "@/lib/http/response/envelope";
import { serve } from "@/lib/http/serve";
import { type ReceiptResult, receiveBankNotification, receiveConnectionNotification } from "@/lib/intake";

/** Adds the receipt to the log line and creates the response that the bank requires. */
function respond({ acknowledgement, ...receipt }: ReceiptResult, line: { requestId: string }): Response {
  Object.assign(line, receipt);
  return acknowledgement === undefined
    ? successResponse(200, {}, line.requestId)
    : jsonResponse(200, JSON.stringify(acknowledgement), line.requestId);
}

/** Receives a bank notification (§4.13): answers 200 once it is stored. Needs no API key; the signature is verified. */
export const forBank = serve(async (request, _params, line) => {
  line.endpoint = "bank webhook";
  const body = await readBody(request, bankBodyLimit(request.headers));
  return respond(await receiveBankNotification({ body, headers: request.headers }), line);
}, bankBodyLimit);

/** Receives a notification of an organisation's bank connection, like `forBank`, with that connection's secrets alone. */
export const forConnection = serve(async (request, params, line) => {
  line.endpoint = "connection webhook";
  const connectionId = String(params.connection_id);
  const body = await readBody(request, connectionBodyLimit(request.headers));
  return respond(await receiveConnectionNotification(connectionId, { body, headers: request.headers }), line);
}, connectionBodyLimit);
