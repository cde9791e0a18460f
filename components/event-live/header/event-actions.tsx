"use client";

import { useEffect, useState } from "react";
import { CircleStop, Ellipsis, Landmark, Monitor } from "@/components/ui/icons/icons";
import { formatRange } from "@/lib/core/format/format-date";
import { formatCollectionAccount, stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { AccountButton } from "../../accounts/account-button";
import { focusContent } from "../../ui/browser/return-focus";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { LazyPart, prefetch } from "../../ui/overlays/lazy";
import type { EventJson } from "./event-header";
import * as texts from "./texts";

/** Rarely used dialogs are loaded on demand. */
const fetchWallboard = () =>
  import("../wallboard-links/wallboard-dialog").then((module) => module.WallboardDialog);
const fetchClose = () =>
  import("../../sessions/close-event-dialog").then((module) => module.CloseEventDialog);
const fetchAttach = () => import("../../accounts/attach-dialog").then((module) => module.AttachDialog);
const prefetchWallboard = () => prefetch(fetchWallboard);
const prefetchClose = () => prefetch(fetchClose);
const prefetchAttach = () => prefetch(fetchAttach);

/** Moves the focus to the page's content when the actions go with the event's close and one of them had it. */
function useKeepFocus() {
  useEffect(
    () => () => {
      setTimeout(() => document.activeElement === document.body && focusContent());
    },
    [],
  );
}

interface EventActionsProps {
  event: EventJson;
  may: { close: boolean; shareWallboard: boolean; attach: boolean };
}

/** Actions on an open event: buttons if they fit, otherwise a menu. */
export function EventActions({ event, may }: EventActionsProps) {
  const { session_id: sessionId, name } = event;
  const [open, setOpen] = useState<"wallboard" | "close" | "attach">();
  const close = () => setOpen(undefined);
  useKeepFocus();
  const openWallboard = () =>
    may.shareWallboard
      ? setOpen("wallboard")
      : void window.open(`/wall/${sessionId}`, "_blank", "noreferrer");
  return (
    <>
      <div className="flex gap-2 @max-[760px]/page:hidden">
        {may.attach && (
          <Button onPointerEnter={prefetchAttach} onFocus={prefetchAttach} onClick={() => setOpen("attach")}>
            <Landmark aria-hidden />
            {texts.attachAnAccount}
          </Button>
        )}
        <Button onPointerEnter={prefetchWallboard} onFocus={prefetchWallboard} onClick={openWallboard}>
          <Monitor aria-hidden />
          {texts.wallboard}
        </Button>
        {may.close && (
          <Button onPointerEnter={prefetchClose} onFocus={prefetchClose} onClick={() => setOpen("close")}>
            <CircleStop aria-hidden />
            {texts.closeEvent}
          </Button>
        )}
      </div>
      {event.collection_account && (
        <AccountButton
          event={event}
          account={event.collection_account}
          className="max-md:relative max-md:border-0 max-md:bg-transparent max-md:shadow-none @min-[760px]/page:hidden"
        />
      )}
      <ActionMenu
        event={event}
        onWallboard={openWallboard}
        onClose={may.close ? () => setOpen("close") : undefined}
        onAttach={may.attach ? () => setOpen("attach") : undefined}
      />
      {open === "attach" && (
        <LazyPart part={fetchAttach} given={{ sessionId, onClose: close }} onFailed={close} />
      )}
      {open === "wallboard" && (
        <LazyPart part={fetchWallboard} given={{ sessionId, onClose: close }} onFailed={close} />
      )}
      {open === "close" && (
        <LazyPart part={fetchClose} given={{ sessionId, name, onClose: close }} onFailed={close} />
      )}
    </>
  );
}

interface ActionMenuProps {
  event: EventJson;
  onWallboard: () => void;
  /** Undefined if the member may not close the event. */
  onClose: (() => void) | undefined;
  /** Undefined if the event has an account or the member may not attach one. */
  onAttach: (() => void) | undefined;
}

function ActionMenu({ event, onWallboard, onClose, onAttach }: ActionMenuProps) {
  return (
    <DropdownMenu
      label={texts.eventLabel}
      className="w-64"
      trigger={
        <Button
          square
          aria-label={texts.moreOfThisEvent}
          className="max-md:relative max-md:border-0 max-md:bg-transparent max-md:shadow-none @min-[760px]/page:hidden"
        >
          <Ellipsis aria-hidden className="max-md:size-5" />
        </Button>
      }
    >
      <EventDetails event={event} />
      {onAttach && (
        <MenuItem icon={Landmark} onSelect={onAttach}>
          {texts.attachAnAccount}
        </MenuItem>
      )}
      <MenuItem icon={Monitor} onSelect={onWallboard}>
        {texts.wallboard}
      </MenuItem>
      {onClose && (
        <MenuItem icon={CircleStop} onSelect={onClose}>
          {texts.closeEvent}
        </MenuItem>
      )}
    </DropdownMenu>
  );
}

/** Details that do not fit the page header: time, venue and collection account. */
function EventDetails({
  event: { starts_at, ends_at, venue, collection_account: account },
}: {
  event: EventJson;
}) {
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast({ text: texts.accountNumberCopied }),
      () => toast({ tone: "failed", text: texts.browserDidNotAllowCopying }),
    );
  return (
    <>
      <MenuLabel>
        {[formatRange(starts_at, ends_at), venue && stripInvisibleCharacters(venue)]
          .filter(Boolean)
          .join(" · ")}
      </MenuLabel>
      {account && (
        <MenuItem icon={Landmark} onSelect={() => void copy(account.account_number)}>
          {account.bank_name}
          <span className="figures ml-auto font-semibold">
            {formatCollectionAccount(account.account_number)}
          </span>
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}
