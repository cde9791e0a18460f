import type { ReactNode } from "react";
import { ModeSwitch } from "@/components/developers/mode-switch";
import { DeveloperTabs } from "@/components/developers/tabs";
import { PageHeader } from "@/components/shared/layout/page-header";
import { MODE_COOKIE } from "@/lib/auth/cookie";
import { env } from "@/lib/env";
import { requirePagePermission } from "../page-auth";

export default async function DevelopersLayout({ children }: { children: ReactNode }) {
  const { organisationName, mode } = await requirePagePermission("manage_keys");
  const sandbox = env().bankMode === "sandbox";
  return (
    <>
      <PageHeader
        title="Developers"
        meta={[`Keys, requests and test mode for ${organisationName}`]}
        actions={<ModeSwitch isTest={mode === "test"} sandbox={sandbox} cookie={MODE_COOKIE} />}
      />
      <DeveloperTabs />
      <div className="pt-4">{children}</div>
    </>
  );
}
