import { Link } from "../../ui/display/link";
import { Button } from "../../ui/forms/button";
import { MessageCard } from "./message-card";

const TO_EVENTS = (
  <Button asChild tone="primary">
    <Link href="/events">Go to your events</Link>
  </Button>
);

/** Message for an unknown page or a page of another organisation. */
export function NotFoundCard() {
  return (
    <MessageCard title="There is no such page" action={TO_EVENTS}>
      The address is mistyped, or the page belongs to another organisation.
    </MessageCard>
  );
}

/** Message for a page that the member's role may not see. */
export function ForbiddenCard() {
  return (
    <MessageCard title="Your role may not see this" action={TO_EVENTS}>
      An owner of your organisation can change your role in Settings, Members.
    </MessageCard>
  );
}
