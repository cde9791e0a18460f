import { Instant } from "../shared/format/instant";
import type { Column } from "../shared/tables/data-table";
import { Link } from "../ui/display/link";
import { Button } from "../ui/forms/button";
import { type DeviceJson, deviceBankName } from "./api";
import * as texts from "./texts";

/** Labels for the way in which a device was assigned to the organisation. */
const METHODS: Record<DeviceJson["method"], string> = {
  operator: texts.addedByTheOperator,
  proof: texts.provedByAPayment,
  sandbox: texts.pairedInTestMode,
};

function Claimed({ device: { method, claimed_at } }: { device: DeviceJson }) {
  return (
    <span>
      {METHODS[method]}
      <span className="block text-ink-3 text-meta">
        <Instant at={claimed_at} as="date" />
      </span>
    </span>
  );
}

function PairedTerminal({ paired }: Pick<DeviceJson, "paired">) {
  if (!paired) return <span className="text-ink-3">{texts.notPaired}</span>;
  const { session_id, terminal_id, label, event } = paired;
  return (
    <span className="block min-w-0">
      <Link
        href={`/events/${session_id}/terminals?terminal=${terminal_id}`}
        className="font-medium underline max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center"
      >
        {label}
      </Link>
      <span className="block max-w-60 truncate text-ink-3 text-meta" title={event}>
        {event}
      </span>
    </span>
  );
}

interface ReleaseProps {
  device: DeviceJson;
  /** Absent if the member may not release devices. */
  onRelease: ((device: DeviceJson) => void) | undefined;
}

function Release({ device, onRelease }: ReleaseProps) {
  return (
    onRelease && (
      <Button size="small" aria-label={texts.release(device.serial)} onClick={() => onRelease(device)}>
        {texts.releaseLabel}
      </Button>
    )
  );
}

const Serial = ({ device: { serial, provider } }: { device: DeviceJson }) => (
  <span className="block min-w-0 py-1.5">
    <span className="block max-w-72 truncate font-mono" title={serial}>
      {serial}
    </span>
    <span className="block text-ink-3 text-meta">{deviceBankName(provider)}</span>
  </span>
);

/** Columns of the devices table. */
export function deviceColumns(onRelease: ReleaseProps["onRelease"]): Column<DeviceJson>[] {
  return [
    { key: "serial", title: texts.device, head: true, cell: (device) => <Serial device={device} /> },
    { key: "paired", title: texts.terminal, cell: (device) => <PairedTerminal paired={device.paired} /> },
    { key: "claimed", title: texts.claimed, priority: 2, cell: (device) => <Claimed device={device} /> },
    ...(onRelease
      ? [
          {
            key: "release",
            title: <span className="sr-only">{texts.releaseLabel}</span>,
            end: true,
            cell: (device: DeviceJson) => <Release device={device} onRelease={onRelease} />,
          },
        ]
      : []),
  ];
}

/** A device in the phone layout. */
export function DeviceItem({ device, onRelease }: ReleaseProps) {
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0 flex-1 text-body">
        <Serial device={device} />
        <PairedTerminal paired={device.paired} />
        <span className="block pt-1.5 text-ink-2">{METHODS[device.method]}</span>
      </div>
      <Release device={device} onRelease={onRelease} />
    </div>
  );
}
