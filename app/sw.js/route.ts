import { serviceWorkerResponse } from "@/lib/http/service-worker";

export const dynamic = "force-dynamic";
export const GET = serviceWorkerResponse;
