import { settlementsExportHandler } from "@/lib/endpoints/money/list-exports";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("export", settlementsExportHandler);
