import { operatorsExportHandler } from "@/lib/endpoints/list-exports";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("export", operatorsExportHandler);
