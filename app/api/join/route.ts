import { forPublic } from "@/lib/http/serve";
import { redeemMemberLink } from "@/lib/organisations";
import { Join, Joined } from "@/lib/organisations/contract";

export const POST = forPublic(Join, Joined, redeemMemberLink);
