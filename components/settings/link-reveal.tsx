import { formatFull } from "@/lib/core/format-date";
import { KeyReveal } from "../ui/key-reveal";
import type { MemberLink } from "./member-requests";

/** Takes the focus as it appears, and with it the sight. */
const focus = (element: HTMLElement | null) => element?.focus();

interface LinkRevealProps {
  /** Whose link it is. */
  name: string;
  link: MemberLink;
  onClose: () => void;
}

/** Shows a link that sets a password, this once. */
export function LinkReveal({ name, link, onClose }: LinkRevealProps) {
  return (
    <div ref={focus} tabIndex={-1} className="mb-3 outline-none">
      <KeyReveal
        title={`The link for ${name} is ready`}
        name="link"
        secret={link.url}
        note={`Whoever opens it sets the password, once, until ${formatFull(link.expires_at)}. A lost one is replaced.`}
        onStored={onClose}
      />
    </div>
  );
}
