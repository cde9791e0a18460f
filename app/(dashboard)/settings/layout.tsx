import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/settings/tabs";
import { PageHeader } from "@/components/shared/layout/page-header";
import { ROLE_NAMES } from "@/lib/core/roles";
import { requirePageMember } from "../page-auth";
import * as texts from "../texts";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { organisationName, actor } = await requirePageMember();
  return (
    <>
      <PageHeader title={texts.settings} meta={[organisationName, actor.email, ROLE_NAMES[actor.role]]} />
      <SettingsTabs role={actor.role} />
      <div className="pt-4">{children}</div>
    </>
  );
}
