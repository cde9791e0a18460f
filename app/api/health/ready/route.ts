import { readyResponse } from "@/lib/http/health";

export const dynamic = "force-dynamic";
export const GET = () => readyResponse();
