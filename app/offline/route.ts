import { offlinePageResponse } from "@/lib/http/offline-page";

export const dynamic = "force-dynamic";
export const GET = offlinePageResponse;
