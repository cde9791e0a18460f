import { Card } from "../shared/layout/card";
import { PageHeader } from "../shared/layout/page-header";
import { Skeleton } from "../ui/display/skeleton";
import { ExpectedPaymentsTable } from "./expected-payments-table";
import { ExpectedSummary } from "./expected-summary";
import * as texts from "./texts";

/** Skeleton of the page of expected payments. */
export function ExpectedPaymentsSkeleton() {
  return (
    <div aria-busy>
      <PageHeader title={texts.expectedPayments} meta={[texts.loading]} />
      <div className="flex flex-col gap-3 pb-6">
        <ExpectedSummary />
        <Skeleton className="h-8 w-72" />
        <Card>
          <ExpectedPaymentsTable rows={undefined} failed={undefined} empty={null} noneFound={undefined} />
        </Card>
      </div>
    </div>
  );
}
