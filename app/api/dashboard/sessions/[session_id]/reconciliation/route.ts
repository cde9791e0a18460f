import { booksEndpoint } from "@/lib/endpoints/summaries";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(booksEndpoint, "see_money");
