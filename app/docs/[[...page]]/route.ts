import { docsResponse } from "@/lib/docs";

export const dynamic = "force-dynamic";
export const GET = docsResponse;
