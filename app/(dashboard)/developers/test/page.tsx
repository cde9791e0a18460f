import type { Metadata } from "next";
import { TestPayment } from "@/components/developers/test-payment";
import { Banner } from "@/components/shared/layout/banner";
import { Card } from "@/components/shared/layout/card";
import { EmptyState } from "@/components/shared/layout/empty";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { env } from "@/lib/env";
import { listTestTargets } from "@/lib/sessions";
import { requirePagePermission } from "../../page-auth";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.testData };

async function TestPage() {
  const member = await requirePagePermission("manage_keys");
  if (member.mode === "live")
    return (
      <Card>
        <EmptyState title={texts.testModeIsOff}>{texts.turnOnTestMode}</EmptyState>
      </Card>
    );
  const events = await listTestTargets(member);
  const [first] = events;
  return (
    <div className="flex flex-col gap-4">
      {env().bankMode === "sandbox" && (
        <Banner title={texts.thisIsASandbox}>{texts.everythingHereIsTestData}</Banner>
      )}
      {first ? (
        <TestPayment events={events} first={first} />
      ) : (
        <Card>
          <EmptyState title={texts.noOpenTestEvent}>{texts.createATestEvent}</EmptyState>
        </Card>
      )}
    </div>
  );
}

export default withSkeleton(TestPage, <CardSkeleton title={texts.testPayment} lines={3} />);
