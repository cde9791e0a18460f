import type { ReactNode } from "react";
import { ModeSwitch } from "@/components/developers/mode-switch";
import { DeveloperTabs } from "@/components/developers/tabs";
import { PageHeader } from "@/components/shared/layout/page-header";
import { Link } from "@/components/ui/display/link";
import { Button } from "@/components/ui/forms/button";
import { BookOpen } from "@/components/ui/icons/icons";
import { MODE_COOKIE } from "@/lib/auth/cookie";
import { roleHasPermission } from "@/lib/core/roles";
import { env } from "@/lib/env";
import { requirePagePermission } from "../page-auth";
import * as texts from "../texts";

export default async function DevelopersLayout({ children }: { children: ReactNode }) {
  const { organisationName, mode, actor } = await requirePagePermission("see_webhooks");
  const mayManageKeys = roleHasPermission(actor.role, "manage_keys");
  const sandbox = env().bankMode === "sandbox";
  return (
    <>
      <PageHeader
        title={texts.developers}
        meta={[
          texts.forLabel(
            mayManageKeys ? texts.keysRequestsWebhooksAndTestMode : texts.webhooks,
            organisationName,
          ),
        ]}
        actions={
          <>
            {mayManageKeys && <ModeSwitch isTest={mode === "test"} sandbox={sandbox} cookie={MODE_COOKIE} />}
            <Button asChild>
              <Link href="/docs/reference">
                <BookOpen aria-hidden />
                {texts.apiReference}
              </Link>
            </Button>
          </>
        }
      />
      <DeveloperTabs role={actor.role} />
      <div className="pt-4">{children}</div>
    </>
  );
}
