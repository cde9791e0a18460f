import { listAccountChoicesEndpoint } from "@/lib/endpoints/accounts";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listAccountChoicesEndpoint, "attach_account");
