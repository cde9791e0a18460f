import { changeProfileEndpoint, getProfileEndpoint } from "@/lib/endpoints/profile";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getProfileEndpoint, "see_events");
export const PATCH = forMember(changeProfileEndpoint, "change_profile");
