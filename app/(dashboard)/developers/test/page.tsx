import type { Metadata } from "next";
import { TestPayment } from "@/components/developers/test-payment";
import { Banner } from "@/components/shared/layout/banner";
import { Card } from "@/components/shared/layout/card";
import { CardSkeleton } from "@/components/shared/layout/card-skeleton";
import { EmptyState } from "@/components/shared/layout/empty";
import { env } from "@/lib/env";
import { listTestTargets } from "@/lib/sessions";
import { requirePagePermission } from "../../page-auth";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: "Test data" };

async function TestPage() {
  const member = await requirePagePermission("manage_keys");
  if (member.mode === "live")
    return (
      <Card>
        <EmptyState title="Test mode is off">
          Turn it on above to see test data and to send test payments. Live events and keys are hidden in test
          mode, and keep taking payments.
        </EmptyState>
      </Card>
    );
  const events = await listTestTargets(member);
  const [first] = events;
  return (
    <div className="flex flex-col gap-4">
      {env().bankMode === "sandbox" && (
        <Banner title="This is a sandbox.">
          Everything here is test data: no bank is called, no real money moves.
        </Banner>
      )}
      {first ? (
        <TestPayment events={events} first={first} />
      ) : (
        <Card>
          <EmptyState title="No open test event">
            Open an event in test mode, then send it a payment from here.
          </EmptyState>
        </Card>
      )}
    </div>
  );
}

export default withSkeleton(TestPage, <CardSkeleton title="Test payment" lines={3} />);
