import type { ReactNode } from "react";
import { DeveloperTabs } from "@/components/developers/tabs";
import { PageHeader } from "@/components/shared/page-header";
import { pageMember } from "../member";

export default async function DevelopersLayout({ children }: { children: ReactNode }) {
  const { organisationName } = await pageMember();
  return (
    <>
      <PageHeader title="Developers" meta={[`Keys and test data for ${organisationName}`]} />
      <DeveloperTabs />
      <div className="pt-4">{children}</div>
    </>
  );
}
