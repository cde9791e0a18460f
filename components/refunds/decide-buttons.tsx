import { Banner } from "../shared/layout/banner";
import { asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import type { RefundJson } from "./api";
import * as texts from "./late-texts";
import { useDecideRefund } from "./use-refunds";

/** The second person's decision on a refund; the requester sees who else must decide. */
export function DecideButtons({ refund: { id, is_own: isOwn } }: { refund: RefundJson }) {
  const decide = useDecideRefund((decision) =>
    toast({ text: decision === "approve" ? texts.refundApproved : texts.refundDeclined }),
  );
  if (isOwn) return <p className="mt-2 text-ink-3 text-meta">{texts.anotherMemberMustApprove}</p>;
  const press = (decision: "approve" | "decline") => () => decide.mutate({ id, decision });
  const isPending = (decision: string) => decide.isPending && decide.variables.decision === decision;
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex gap-2">
        <Button size="small" tone="primary" busy={isPending("approve")} onClick={press("approve")}>
          {texts.approve}
        </Button>
        <Button size="small" busy={isPending("decline")} onClick={press("decline")}>
          {texts.decline}
        </Button>
      </div>
      {decide.isError && (
        <Banner tone="red" urgent title={texts.nothingWasDecided}>
          {asApiError(decide.error).detail}
        </Banner>
      )}
    </div>
  );
}
