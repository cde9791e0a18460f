import { forAnyone } from "@/lib/http/serve";
import { redeemMemberLink } from "@/lib/organisations";
import { Join, Joined } from "@/lib/organisations/contract";

export const POST = forAnyone(Join, Joined, redeemMemberLink);
