import { Kbd } from "../../ui/display/kbd";
import { Dialog } from "../../ui/overlays/dialog";
import { KEY_LIST } from "./shortcuts";
import * as texts from "./texts";

/** Dialog with all keyboard shortcuts. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.keyboardShortcuts}
      description={texts.theyCanBeTurnedOff}
    >
      <dl className="flex flex-col">
        {KEY_LIST.map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-9 items-center justify-between gap-4 border-edge border-b last:border-b-0"
          >
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
