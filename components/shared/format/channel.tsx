import { CircleHelp, CreditCard, type IconType, Landmark } from "@/components/ui/icons/icons";
import { cn } from "../../ui/display/cn";
import * as texts from "./texts";

interface ChannelStyle {
  /** Name in a table row. */
  short: string;
  /** Name in a total. */
  name: string;
  icon: IconType;
  ink: string;
  /** Colour in charts and legends. */
  fill: string;
  swatch: string;
}

const TRANSFER: ChannelStyle = {
  short: texts.transfer,
  name: texts.bankTransfer,
  icon: Landmark,
  ink: "text-brand",
  fill: "var(--transfer)",
  swatch: "bg-transfer",
};
const POS: ChannelStyle = {
  short: "POS",
  name: texts.posTerminals,
  icon: CreditCard,
  ink: "text-pos-ink",
  fill: "var(--pos)",
  swatch: "bg-pos",
};

/** Returns the appearance and names of a channel; an unknown channel has a generic icon and no colour. */
export function channelStyle(channel: string): ChannelStyle {
  if (channel === "bank_transfer") return TRANSFER;
  if (channel === "pos") return POS;
  const name = channel.replaceAll("_", " ");
  return { short: name, name, icon: CircleHelp, ink: "text-ink-3", fill: "var(--ink-3)", swatch: "bg-ink-3" };
}

/** The channel of a payment as an icon and a name. */
export function ChannelCell({ channel, className }: { channel: string; className?: string }) {
  const { icon: Icon, short, ink } = channelStyle(channel);
  return (
    <span className={cn("flex items-center gap-2 whitespace-nowrap", className)}>
      <Icon aria-hidden strokeWidth={2} className={cn("size-3.5 shrink-0", ink)} />
      {short}
    </span>
  );
}

/** The channel of a payment as a square icon, for lists on a phone. */
export function ChannelTile({ channel, className }: { channel: string; className?: string }) {
  const { icon: Icon, short, ink } = channelStyle(channel);
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
      className={cn("inline-block size-2 shrink-0 rounded-[2px]", channelStyle(channel).swatch, className)}
    />
  );
}
