import { terminalsExportHandler } from "@/lib/endpoints/people-exports";
import { forMember } from "@/lib/http/serve";

export const GET = forMember("export", terminalsExportHandler);
