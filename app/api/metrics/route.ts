import { metricsRoute } from "@/lib/http/serve";

export const dynamic = "force-dynamic";
export const GET = metricsRoute;
