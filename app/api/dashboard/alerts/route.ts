import { readAlertSettingsEndpoint, savePreferencesEndpoint } from "@/lib/endpoints/access/alerts";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(readAlertSettingsEndpoint, "see_events");
export const PUT = forMember(savePreferencesEndpoint, "see_events");
