import { paymentPageResponse } from "@/lib/public-pages";

export const dynamic = "force-dynamic";
export const GET = paymentPageResponse;
