import { bankBodyLimit } from "@/lib/bank";
import { readBody } from "@/lib/http/body";
import { jsonResponse, successResponse } from "@/lib/http/envelope";
import { serve } from "@/lib/http/serve";
import { receiveBankNotification } from "@/lib/intake";

/** Takes a bank's notice (§4.13): raw bytes in, 200 out once it is durable. It asks for no API key. */
export const forBank = serve(async (request, _params, line) => {
  line.endpoint = "bank webhook";
  const body = await readBody(request, bankBodyLimit(request.headers));
  const { acknowledgement, ...taken } = await receiveBankNotification({ body, headers: request.headers });
  Object.assign(line, taken);
  return acknowledgement === undefined
    ? successResponse(200, {}, line.requestId)
    : jsonResponse(200, JSON.stringify(acknowledgement), line.requestId);
}, bankBodyLimit);
