import { exportHandler } from "@/lib/endpoints/money/exports";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("export", exportHandler);
