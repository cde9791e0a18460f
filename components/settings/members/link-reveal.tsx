import { formatFull } from "@/lib/core/format/format-date";
import { KeyReveal } from "../../ui/feedback/key-reveal";
import type { MemberLink } from "./member-requests";
import * as texts from "./texts";

/** Focuses the element when it appears, which also scrolls it into view. */
const focus = (element: HTMLElement | null) => element?.focus();

interface LinkRevealProps {
  /** The name of the link's member. */
  name: string;
  link: MemberLink;
  onClose: () => void;
}

/** Shows a link that sets a password. The server returns it only once. */
export function LinkReveal({ name, link, onClose }: LinkRevealProps) {
  return (
    <div ref={focus} tabIndex={-1} className="mb-3 outline-none">
      <KeyReveal
        title={texts.theLinkIsReady(name)}
        name="link"
        secret={link.url}
        note={texts.theLinkSetsThePassword(
          link.mailed ? texts.itWasMailedToThemToo : "",
          formatFull(link.expires_at),
        )}
        onStored={onClose}
      />
    </div>
  );
}
