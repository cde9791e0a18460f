import { Kbd } from "../../ui/display/kbd";
import { Dialog } from "../../ui/overlays/dialog";
import { KEY_LIST } from "./shortcuts";

/** Dialog with all keyboard shortcuts. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description="They can be turned off in Settings."
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
