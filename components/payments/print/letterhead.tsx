import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { addressLines } from "../../settings/profile/address";
import { OrganisationLogo } from "../../settings/profile/organisation-logo";
import type { ProfileJson } from "../../settings/profile/use-profile";
import * as texts from "./texts";

/** The organisation on a printed page: its logo, legal name and address; nothing if it has none of them. */
export function Letterhead({ profile }: { profile: ProfileJson }) {
  const { legal_name: legalName, address, logo } = profile;
  if (!legalName && !address && !logo) return null;
  return (
    <section aria-label={texts.organisation} className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      <OrganisationLogo profile={profile} className="max-h-16 max-w-44" />
      <div className="min-w-0 break-words text-ink-2">
        {legalName && <p className="font-semibold text-ink">{stripInvisibleCharacters(legalName)}</p>}
        <p className="whitespace-pre-line">{addressLines(address).join("\n")}</p>
      </div>
    </section>
  );
}
