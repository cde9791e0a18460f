import { bankBodyLimit } from "@/lib/bank";
import { readBody } from "@/lib/http/request/body";
import { jsonResponse, successResponse } from "@/lib/http/response/envelope";
import { serve } from "@/lib/http/serve";
import { receiveBankNotification } from "@/lib/intake";

/** Receives a bank notification (§4.13): answers 200 once it is stored. Needs no API key; the signature is verified. */
export const forBank = serve(async (request, _params, line) => {
  line.endpoint = "bank webhook";
  const body = await readBody(request, bankBodyLimit(request.headers));
  const { acknowledgement, ...receipt } = await receiveBankNotification({ body, headers: request.headers });
  Object.assign(line, receipt);
  return acknowledgement === undefined
    ? successResponse(200, {}, line.requestId)
    : jsonResponse(200, JSON.stringify(acknowledgement), line.requestId);
}, bankBodyLimit);
