// Made by lib/server/generate.mjs from the folders of app: do not edit.
import * as route1 from "@/app/api/webhooks/bank/[connection_id]/route";
import * as route2 from "@/app/v1/expected-payments/[expected_payment_id]/route";
import * as route3 from "@/app/v1/expected-payments/route";
import * as route4 from "@/app/v1/reconciliation/[session_id]/route";
import * as route5 from "@/app/v1/sessions/[session_id]/close/route";
import * as route6 from "@/app/v1/sessions/[session_id]/operators/[operator_id]/transactions/route";
import * as route7 from "@/app/v1/sessions/[session_id]/operators/route";
import * as route8 from "@/app/v1/sessions/[session_id]/route";
import * as route9 from "@/app/v1/sessions/[session_id]/terminals/[terminal_id]/activity/route";
import * as route10 from "@/app/v1/sessions/[session_id]/terminals/route";
import * as route11 from "@/app/v1/sessions/route";
import * as route12 from "@/app/v1/settlement/[session_id]/route";
import * as route13 from "@/app/v1/transactions/[transaction_id]/route";
import * as route14 from "@/app/v1/transactions/route";
import * as route15 from "@/app/v1/webhooks/bank/route";
import type { Route } from "./router";

/** Every path of the API with what its route file exports. */
export const routes: Route[] = [
  { path: "/api/webhooks/bank/[connection_id]", handlers: route1 },
  { path: "/v1/expected-payments/[expected_payment_id]", handlers: route2 },
  { path: "/v1/expected-payments", handlers: route3 },
  { path: "/v1/reconciliation/[session_id]", handlers: route4 },
  { path: "/v1/sessions/[session_id]/close", handlers: route5 },
  { path: "/v1/sessions/[session_id]/operators/[operator_id]/transactions", handlers: route6 },
  { path: "/v1/sessions/[session_id]/operators", handlers: route7 },
  { path: "/v1/sessions/[session_id]", handlers: route8 },
  { path: "/v1/sessions/[session_id]/terminals/[terminal_id]/activity", handlers: route9 },
  { path: "/v1/sessions/[session_id]/terminals", handlers: route10 },
  { path: "/v1/sessions", handlers: route11 },
  { path: "/v1/settlement/[session_id]", handlers: route12 },
  { path: "/v1/transactions/[transaction_id]", handlers: route13 },
  { path: "/v1/transactions", handlers: route14 },
  { path: "/v1/webhooks/bank", handlers: route15 },
];
