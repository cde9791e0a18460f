import { operatorsExportHandler } from "@/lib/endpoints/people-exports";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("export", operatorsExportHandler);
