import { openApiResponse } from "@/lib/openapi";

export const dynamic = "force-dynamic";
export const GET = openApiResponse;
