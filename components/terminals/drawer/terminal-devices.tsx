"use client";

import { useState } from "react";
import { Instant } from "../../shared/format/instant";
import { asApiError } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Dialog } from "../../ui/overlays/dialog";
import type { TerminalDayJson, TerminalJson } from "../api";
import { useDevice } from "../use-terminals";
import { DeviceDialog } from "./device-dialog";
import * as texts from "./texts";

interface TerminalDevicesProps {
  sessionId: string;
  terminal: TerminalJson;
  devices: TerminalDayJson["devices"] | undefined;
  mayManage: boolean;
  /** Devices can be unpaired from a terminal of a closed event, but not paired with it. */
  isClosed: boolean;
}

/** The devices of a terminal, with pairing, replacing and unpairing. */
export function TerminalDevices(props: TerminalDevicesProps) {
  const { sessionId, terminal, devices, mayManage, isClosed } = props;
  const [asking, setAsking] = useState<"pair" | "unpair">();
  const paired = terminal.devices.length > 0;
  const close = () => setAsking(undefined);
  return (
    <section aria-label={texts.device} className="mt-5">
      <div className="-mr-2.5 flex min-h-7 items-center gap-2">
        <h3 className="mr-auto text-section">{texts.device}</h3>
        {mayManage && paired && (
          <Button tone="ghost" size="small" onClick={() => setAsking("unpair")}>
            {texts.unpair}
          </Button>
        )}
        {mayManage && !isClosed && (
          <Button tone="ghost" size="small" onClick={() => setAsking("pair")}>
            {paired ? texts.replace : texts.pairADevice}
          </Button>
        )}
      </div>
      {terminal.devices.map((device) => {
        const since = devices?.find((one) => one.device === device && !one.to)?.from;
        return (
          <p key={device} className="flex min-h-8 items-center justify-between gap-3 text-body">
            <span className="truncate font-mono">{device}</span>
            {since && (
              <span className="shrink-0 text-ink-3">
                {texts.sinceLabel}
                <Instant at={since} as="day-time" />
              </span>
            )}
          </p>
        );
      })}
      {!paired && <p className="min-h-8 py-1.5 text-body text-ink-3">{texts.noDeviceIsPaired}</p>}
      {asking === "pair" && <DeviceDialog sessionId={sessionId} terminal={terminal} onClose={close} />}
      {asking === "unpair" && <UnpairDialog sessionId={sessionId} terminal={terminal} onClose={close} />}
    </section>
  );
}

function UnpairDialog({ sessionId, terminal, onClose }: Parameters<typeof DeviceDialog>[0]) {
  const change = useDevice(sessionId, terminal.terminal_id);
  const unpair = () =>
    change.mutate(
      { how: "unpair" },
      {
        onSuccess: () => {
          toast({ text: texts.noLongerTakesPaymentsFor(terminal.devices.join(", "), terminal.label) });
          onClose();
        },
        onError: (thrown) => {
          toast({ tone: "failed", text: texts.theDeviceWasNotUnpaired(asApiError(thrown).detail) });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.unpairQuestion(terminal.devices.join(", "))}
      description={texts.laterPaymentsWait(terminal.label)}
      footer={
        <>
          <Button onClick={onClose}>{texts.keepItPaired}</Button>
          <Button tone="danger" busy={change.isPending} onClick={unpair}>
            {texts.unpair}
          </Button>
        </>
      }
    />
  );
}
