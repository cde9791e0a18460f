import { CircleHelp, CreditCard, Landmark, type LucideIcon } from "lucide-react";
import { cn } from "../ui/cn";

interface ChannelLook {
  /** In a row. */
  short: string;
  /** In a sum. */
  name: string;
  icon: LucideIcon;
  ink: string;
  /** The mark's colour in charts and legends. */
  fill: string;
  swatch: string;
}

const TRANSFER: ChannelLook = {
  short: "Transfer",
  name: "Bank transfer",
  icon: Landmark,
  ink: "text-brand",
  fill: "var(--transfer)",
  swatch: "bg-transfer",
};
const POS: ChannelLook = {
  short: "POS",
  name: "POS terminals",
  icon: CreditCard,
  ink: "text-pos-ink",
  fill: "var(--pos)",
  swatch: "bg-pos",
};

/** How a channel looks and is called; one that is yet to come has its own word and no colour. */
export function channelLook(channel: string): ChannelLook {
  if (channel === "bank_transfer") return TRANSFER;
  if (channel === "pos") return POS;
  const name = channel.replaceAll("_", " ");
  return { short: name, name, icon: CircleHelp, ink: "text-ink-3", fill: "var(--ink-3)", swatch: "bg-ink-3" };
}

/** The way a payment came, by icon and word. */
export function ChannelCell({ channel, className }: { channel: string; className?: string }) {
  const { icon: Icon, short, ink } = channelLook(channel);
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap", className)}>
      <Icon aria-hidden strokeWidth={2} className={cn("size-3.5 shrink-0", ink)} />
      {short}
    </span>
  );
}

/** The way a payment came, as the square that stands before a row on a phone. */
export function ChannelTile({ channel, className }: { channel: string; className?: string }) {
  const { icon: Icon, short, ink } = channelLook(channel);
  return (
    <span className={cn("grid size-8 shrink-0 place-items-center rounded-field bg-subtle", className)}>
      <Icon aria-hidden strokeWidth={2} className={cn("size-4", ink)} />
      <span className="sr-only">{short}</span>
    </span>
  );
}

/** A channel's colour in a legend. */
export function ChannelSwatch({ channel, className }: { channel: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn("inline-block size-2 shrink-0 rounded-[2px]", channelLook(channel).swatch, className)}
    />
  );
}
