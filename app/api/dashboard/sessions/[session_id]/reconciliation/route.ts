import { booksEndpoint } from "@/lib/endpoints/summaries";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(booksEndpoint, "see_money");
