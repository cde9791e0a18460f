"use client";

import { CircleStop, Ellipsis, Landmark, Monitor } from "lucide-react";
import { useState } from "react";
import { formatRange } from "@/lib/core/format-date";
import { groupAccount, stripInvisibleCharacters } from "@/lib/core/payer";
import { Button } from "../ui/button";
import { DropdownMenu, MenuHead, MenuItem, MenuLine } from "../ui/dropdown-menu";
import { LazyPart, prefetch } from "../ui/lazy";
import { toast } from "../ui/toast";
import type { EventWire } from "./event-header";

/** What is rarely opened is fetched when it is meant. */
const fetchWall = () => import("../wallboard/wallboard-dialog").then((one) => one.WallboardDialog);
const fetchClose = () => import("../sessions/close-event-dialog").then((one) => one.CloseEventDialog);
const nearWall = () => prefetch(fetchWall);
const nearClose = () => prefetch(fetchClose);

interface EventActionsProps {
  event: EventWire;
  may: { close: boolean; shareWall: boolean };
}

/** What can be done with an open event: buttons where there is room for them, else one menu. */
export function EventActions({ event, may }: EventActionsProps) {
  const { session_id: sessionId, name } = event;
  const [open, setOpen] = useState<"wall" | "close">();
  const close = () => setOpen(undefined);
  const wall = () =>
    may.shareWall ? setOpen("wall") : void window.open(`/wall/${sessionId}`, "_blank", "noreferrer");
  return (
    <>
      <div className="flex gap-2 @max-[760px]/page:hidden">
        <Button onPointerEnter={nearWall} onFocus={nearWall} onClick={wall}>
          <Monitor aria-hidden />
          Wallboard
        </Button>
        {may.close && (
          <Button onPointerEnter={nearClose} onFocus={nearClose} onClick={() => setOpen("close")}>
            <CircleStop aria-hidden />
            Close event
          </Button>
        )}
      </div>
      <DropdownMenu
        label="Event"
        className="w-64"
        trigger={
          <Button
            square
            aria-label="More of this event"
            className="max-md:relative max-md:border-0 max-md:bg-transparent max-md:shadow-none @min-[760px]/page:hidden"
          >
            <Ellipsis aria-hidden className="max-md:size-5" />
          </Button>
        }
      >
        <WhatEvent event={event} />
        <MenuItem icon={Monitor} onSelect={wall}>
          Wallboard
        </MenuItem>
        {may.close && (
          <MenuItem icon={CircleStop} onSelect={() => setOpen("close")}>
            Close event
          </MenuItem>
        )}
      </DropdownMenu>
      {open === "wall" && (
        <LazyPart part={fetchWall} given={{ sessionId, onClose: close }} onFailed={close} />
      )}
      {open === "close" && (
        <LazyPart part={fetchClose} given={{ sessionId, name, onClose: close }} onFailed={close} />
      )}
    </>
  );
}

/** What the page's head has no room for: when, where, and the account that people pay into. */
function WhatEvent({
  event: { starts_at, ends_at, venue, collection_account: account },
}: {
  event: EventWire;
}) {
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast({ text: "Account number copied" }),
      () => toast({ tone: "failed", text: "Not copied: this browser did not allow it." }),
    );
  return (
    <>
      <MenuHead>
        {[formatRange(starts_at, ends_at), venue && stripInvisibleCharacters(venue)]
          .filter(Boolean)
          .join(" · ")}
      </MenuHead>
      {account && (
        <MenuItem icon={Landmark} onSelect={() => void copy(account.account_number)}>
          {account.bank_name}
          <span className="figures ml-auto font-semibold">{groupAccount(account.account_number)}</span>
        </MenuItem>
      )}
      <MenuLine />
    </>
  );
}
