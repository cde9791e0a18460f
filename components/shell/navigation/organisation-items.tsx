"use client";

import { useEffect } from "react";
import { Check } from "@/components/ui/icons/icons";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { asApiError, sendJson } from "../../shared/requests/api";
import { eraseLastTotals } from "../../ui/browser/erase-totals";
import { toast } from "../../ui/feedback/toast";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import type { OrganisationJson } from "./frame-member";
import * as texts from "./texts";

/** BroadcastChannel that notifies the browser's other tabs of a switch. */
const CHANNEL = "takings-organisation";

/** Switches to another organisation and loads a new page, so that no state of the previous one is kept. */
function switchTo({ organisation_id, name }: OrganisationJson): void {
  sendJson("POST", "/api/dashboard/organisation", { organisation_id }).then(
    () => {
      eraseLastTotals();
      new BroadcastChannel(CHANNEL).postMessage(organisation_id);
      window.location.assign("/events");
    },
    (thrown) =>
      toast({
        tone: "failed",
        text: texts.notSwitchedTo(stripInvisibleCharacters(name), asApiError(thrown).detail),
      }),
  );
}

/** Menu items to switch between the member's organisations; nothing if there is only one. */
export function OrganisationItems({ organisations }: { organisations: readonly OrganisationJson[] }) {
  if (organisations.length < 2) return null;
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{texts.organisations}</MenuLabel>
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
              <span className="sr-only">{texts.current}</span>
            </>
          )}
        </MenuItem>
      ))}
    </>
  );
}

/** Leaves the page when another tab switches the organisation, because actions here would then apply to the new one. */
export function OrganisationSwitchListener() {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => window.location.assign("/events");
    return () => channel.close();
  }, []);
  return null;
}
