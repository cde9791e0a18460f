import { Printer, Share2 } from "@/components/ui/icons/icons";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import { type Account, namePayersSee } from "../payment-page/account-name";
import { PaymentPageRow } from "../payment-page/payment-page-row";
import { Link } from "../ui/display/link";
import { CopyButton } from "../ui/feedback/copy-button";
import { Button } from "../ui/forms/button";
import * as texts from "./late-texts";

/** The message that is shared. A test event's has no number, because a number of the sandbox can be a real account. */
function shareText(event: EventJson, account: Account): string {
  const name = stripInvisibleCharacters(event.name);
  if (event.mode === "test") return texts.testDoNotPay(name);
  return texts.payByTransferTo(
    name,
    account.bank_name,
    account.account_number,
    namePayersSee(event, account),
  );
}

interface AccountPanelProps {
  event: EventJson;
  account: Account;
}

/** The account that payers transfer to: number, bank and the name they see, to copy, share or print. */
export function AccountPanel({ event, account }: AccountPanelProps) {
  const share = `https://wa.me/?text=${encodeURIComponent(shareText(event, account))}`;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card bg-subtle px-6 py-5 max-md:px-4">
        <div className="min-w-0">
          <p className="text-ink-2 text-meta">{account.bank_name}</p>
          <p className="figures text-figure-lg">{formatCollectionAccount(account.account_number)}</p>
          <p className="break-words text-body text-ink-2">
            {texts.payersSee}
            <span className="font-medium text-ink">{namePayersSee(event, account)}</span>
          </p>
        </div>
        <CopyButton
          text={account.account_number}
          name={texts.accountNumber}
          label={texts.copy}
          size="medium"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <a href={share} target="_blank" rel="noreferrer">
            <Share2 aria-hidden />
            {texts.shareOnWhatsApp}
          </a>
        </Button>
        <Button asChild>
          <Link href={`/events/${event.session_id}/print/poster`}>
            <Printer aria-hidden />
            {texts.printAPoster}
          </Link>
        </Button>
      </div>
      <PaymentPageRow sessionId={event.session_id} />
    </div>
  );
}
