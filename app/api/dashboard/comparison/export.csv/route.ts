import { comparisonExportHandler } from "@/lib/endpoints/money/comparison";
import { forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("export", comparisonExportHandler);
