import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import type { Account } from "../payment-page/account-name";
import { Dialog } from "../ui/overlays/dialog";
import { AccountPanel } from "./account-panel";
import * as texts from "./late-texts";

interface AccountDialogProps {
  event: EventJson;
  account: Account;
  onClose: () => void;
}

/** Dialog with the collection account of an open event. */
export function AccountDialog({ event, account, onClose }: AccountDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.collectionAccount}
      description={texts.transfersToItArePaymentsOf(stripInvisibleCharacters(event.name))}
    >
      <AccountPanel event={event} account={account} />
    </Dialog>
  );
}
