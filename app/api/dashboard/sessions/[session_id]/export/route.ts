import { exportHandler } from "@/lib/endpoints/exports";
import { forMember } from "@/lib/http/serve";

export const GET = forMember("export", exportHandler);
