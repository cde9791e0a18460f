import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { LOGO_PATH } from "@/lib/core/paths";
import { cn } from "../../ui/display/cn";
import * as texts from "./texts";
import type { ProfileJson } from "./use-profile";

interface OrganisationLogoProps {
  profile: ProfileJson;
  className?: string;
}

/** The organisation's logo in its own proportions; nothing if it has none. */
export function OrganisationLogo({ profile: { logo, name, legal_name }, className }: OrganisationLogoProps) {
  if (!logo) return null;
  return (
    // biome-ignore lint/performance/noImgElement: the image is behind the sign-in, which Next's image server is not
    <img
      // Another image has another address, so that the browser does not show the earlier one.
      src={`${LOGO_PATH}?sha256=${logo.sha256}`}
      alt={texts.logoOf(stripInvisibleCharacters(legal_name ?? name))}
      width={logo.width}
      height={logo.height}
      className={cn("h-auto w-auto max-w-full object-contain", className)}
    />
  );
}
