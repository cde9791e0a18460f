import type { EndReason } from "@/lib/live/contract";
import { Logo } from "../ui/display/logo";
import * as texts from "./texts";

const MESSAGES: Record<EndReason | "unknown", { title: string; advice: string }> = {
  closed: {
    title: texts.thisEventIsClosed,
    advice: texts.itsWallboardLinkHasEnded,
  },
  expired: {
    title: texts.thisWallboardLinkHasExpired,
    advice: texts.askForANewLink,
  },
  replaced: {
    title: texts.thisWallboardIsShownElsewhere,
    advice: texts.linkIsOpenOnManyScreens,
  },
  revoked: {
    title: texts.thisWallboardLinkWasRevoked,
    advice: texts.askForANewLink,
  },
  unknown: {
    title: texts.thisLinkShowsNoWallboard,
    advice: texts.linkExpiredOrRevoked,
  },
};

/** Message shown when the wallboard link has ended. */
export function WallboardEnded({ reason }: { reason?: EndReason }) {
  const { title, advice } = MESSAGES[reason ?? "unknown"];
  return (
    <main className="dark fixed inset-0 grid place-content-center place-items-center gap-6 bg-canvas p-11 text-center text-ink">
      <Logo className="size-16" />
      <h1 className="font-semibold text-[2.25rem]/10 tracking-[-.018em]">{title}</h1>
      <p role="status" className="max-w-[40rem] text-[1.5rem]/8 text-ink-2">
        {advice}
      </p>
    </main>
  );
}
