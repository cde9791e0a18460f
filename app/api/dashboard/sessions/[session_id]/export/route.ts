import { exportHandler } from "@/lib/endpoints/exports";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("export", exportHandler);
