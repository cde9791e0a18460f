import { Kbd } from "../../ui/display/kbd";
import { Dialog } from "../../ui/overlays/dialog";
import { EVENT_NAV_ITEMS } from "../nav-items";
import * as texts from "./texts";

/** The keyboard shortcuts listed in the dialog. */
const KEY_LIST: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["Ctrl", "K"], does: texts.pagesEventsAndActions },
  { keys: ["/"], does: texts.searchThePage },
  ...EVENT_NAV_ITEMS.map(({ key = "", name }) => ({ keys: ["g", key], does: texts.goToPage(name) })),
  { keys: ["j"], does: texts.nextRow },
  { keys: ["k"], does: texts.rowAbove },
  { keys: ["Enter"], does: texts.openTheRow },
  { keys: ["e"], does: texts.exportLabel },
  { keys: ["p"], does: texts.pauseTheList },
  { keys: ["Esc"], does: texts.closeWhatIsOpen },
  { keys: ["?"], does: texts.thisList },
];

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
