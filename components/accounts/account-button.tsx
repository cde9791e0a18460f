"use client";

import { useState } from "react";
import { Landmark } from "@/components/ui/icons/icons";
import { formatCollectionAccount } from "@/lib/core/format/payer-format";
import type { EventJson } from "../event-live/header/event-header";
import type { Account } from "../payment-page/account-name";
import { Button } from "../ui/forms/button";
import { LazyPart, prefetch } from "../ui/overlays/lazy";
import * as texts from "./texts";

const fetchDialog = () => import("./account-dialog").then((module) => module.AccountDialog);
const prefetchDialog = () => prefetch(fetchDialog);

interface AccountButtonProps {
  event: EventJson;
  account: Account;
  /** Shows the bank and the number; without it, the button has only the icon. */
  isWide?: boolean;
  className?: string;
}

/** Button that opens the collection account: bank and number in a page's header, an icon where there is no room. */
export function AccountButton({ event, account, isWide = false, className }: AccountButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const props = {
    "aria-haspopup": "dialog",
    onPointerEnter: prefetchDialog,
    onFocus: prefetchDialog,
    onClick: () => setOpen(true),
  } as const;
  const { bank_name: bank, account_number: number } = account;
  return (
    <>
      {isWide ? (
        <button
          type="button"
          {...props}
          className="flex min-h-6 items-center gap-1.5 rounded-chip hover:text-ink hover:underline hover:underline-offset-2"
        >
          <Landmark aria-hidden className="size-3.5" />
          {bank}
          <span className="figures font-semibold text-ink">{formatCollectionAccount(number)}</span>
        </button>
      ) : (
        <Button square aria-label={texts.collectionAccount} {...props} {...(className && { className })}>
          <Landmark aria-hidden className="max-md:size-5" />
        </Button>
      )}
      {isOpen && <LazyPart part={fetchDialog} given={{ event, account, onClose: close }} onFailed={close} />}
    </>
  );
}
