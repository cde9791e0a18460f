import { forPublic } from "@/lib/http/serve";
import { describeMemberLink } from "@/lib/organisations";
import { DescribedLink, LinkToken } from "@/lib/organisations/contract";

export const POST = forPublic(LinkToken, DescribedLink.nullable(), describeMemberLink);
