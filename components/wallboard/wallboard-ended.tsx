import type { EndReason } from "@/lib/live/contract";
import { Logo } from "../ui/display/logo";

const MESSAGES: Record<EndReason | "unknown", { title: string; advice: string }> = {
  closed: {
    title: "This event is closed",
    advice: "Its wallboard link has ended. The organiser sees the final figures in Takings.",
  },
  expired: {
    title: "This wallboard link has expired",
    advice: "Ask the organiser for a new link.",
  },
  replaced: {
    title: "This wallboard is shown elsewhere",
    advice:
      "Its link is open on more than six screens, and the oldest stopped. Reload this page to show it here.",
  },
  revoked: {
    title: "This wallboard link was revoked",
    advice: "Ask the organiser for a new link.",
  },
  unknown: {
    title: "This link shows no wallboard",
    advice: "It has expired or was revoked, or its event is closed. Ask the organiser for a new link.",
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
