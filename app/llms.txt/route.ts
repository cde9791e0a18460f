import { llmsResponse } from "@/lib/docs";

export const dynamic = "force-dynamic";
export const GET = llmsResponse;
