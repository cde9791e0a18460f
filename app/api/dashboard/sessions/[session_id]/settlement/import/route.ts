import { importSettlementsEndpoint } from "@/lib/endpoints/money/settlement-import";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(importSettlementsEndpoint, "import_settlements");
