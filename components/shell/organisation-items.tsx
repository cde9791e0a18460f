"use client";

import { Check } from "lucide-react";
import { useEffect } from "react";
import { stripInvisibleCharacters } from "@/lib/core/payer";
import { asApiError, sendJson } from "../shared/api";
import { MenuHead, MenuItem, MenuLine } from "../ui/dropdown-menu";
import { toast } from "../ui/toast";
import type { ShownOrganisation } from "./shown-member";

/** Tells the browser's other pages of a switch. */
const CHANNEL = "takings-organisation";

/** Stands in another organisation from now on. The whole page is loaded anew: nothing of the one before stays. */
function switchTo({ organisation_id, name }: ShownOrganisation): void {
  sendJson("POST", "/api/dashboard/organisation", { organisation_id }).then(
    () => {
      new BroadcastChannel(CHANNEL).postMessage(organisation_id);
      window.location.assign("/events");
    },
    (thrown) =>
      toast({
        tone: "failed",
        text: `Not switched to ${stripInvisibleCharacters(name)}. ${asApiError(thrown).detail}`,
      }),
  );
}

/** The reader's organisations in a menu, where there are several; choosing one switches to it. */
export function OrganisationItems({ organisations }: { organisations: readonly ShownOrganisation[] }) {
  if (organisations.length < 2) return null;
  return (
    <>
      <MenuLine />
      <MenuHead>Organisations</MenuHead>
      {organisations.map((organisation) => (
        <MenuItem
          key={organisation.organisation_id}
          disabled={organisation.current}
          onSelect={() => switchTo(organisation)}
        >
          <bdi className="min-w-0 flex-1 truncate">{stripInvisibleCharacters(organisation.name)}</bdi>
          {organisation.current && (
            <>
              <Check aria-hidden />
              <span className="sr-only">current</span>
            </>
          )}
        </MenuItem>
      ))}
    </>
  );
}

/** Leaves a page of another organisation when the browser switches on another page: what is done here would be done there. */
export function FollowSwitches() {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => window.location.assign("/events");
    return () => channel.close();
  }, []);
  return null;
}
