import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { getRequest, listRequests } from "@/lib/request-log";
import { REQUESTS_PER_PAGE, RequestDetail, RequestsPage, RequestsQuery } from "@/lib/request-log/contract";

/** Lists a page of the organisation's calls of `/v1`, newest first. */
export const listRequestsEndpoint = endpoint({
  name: "list requests",
  params: z.object({}),
  query: RequestsQuery,
  status: 200,
  response: RequestsPage,
  handle: (scope, { query }) => listRequests(scope, { ...query, limit: REQUESTS_PER_PAGE }),
});

/** Returns a call with its masked bodies. */
export const getRequestEndpoint = endpoint({
  name: "get request",
  params: z.object({ request_id: idSchema("request") }),
  status: 200,
  response: RequestDetail,
  handle: (scope, { params }) => getRequest(scope, params.request_id),
});
