import { logoHandler, removeLogoEndpoint, setLogoEndpoint } from "@/lib/endpoints/profile";
import { forMember, forMemberRequest } from "@/lib/http/serve";

export const GET = forMemberRequest("see_events", logoHandler);
export const PUT = forMember(setLogoEndpoint, "change_profile");
export const DELETE = forMember(removeLogoEndpoint, "change_profile");
