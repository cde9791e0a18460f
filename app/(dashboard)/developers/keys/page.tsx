import type { Metadata } from "next";
import { z } from "zod";
import { EventSnippet } from "@/components/keys/event-snippet";
import { GuideLinks } from "@/components/keys/guide-links";
import { KeysView } from "@/components/keys/keys-view";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { listOwnApiKeys } from "@/lib/organisations";
import { ApiKeys } from "@/lib/organisations/contract";
import { requirePagePermission } from "../../page-auth";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.apiKeys };

async function KeysPage() {
  const member = await requirePagePermission("manage_keys");
  const initial = z.encode(ApiKeys, await listOwnApiKeys(member));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_348px]">
      <KeysView initial={initial} modes={member.mode === "live" ? ["live", "test"] : ["test"]} />
      <div className="flex min-w-0 flex-col gap-4">
        <EventSnippet />
        <GuideLinks />
      </div>
    </div>
  );
}

export default withSkeleton(KeysPage, <CardSkeleton title={texts.apiKeys} lines={3} />);
