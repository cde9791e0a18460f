import { liveResponse } from "@/lib/door/health";

export const dynamic = "force-dynamic";
export const GET = () => liveResponse();
