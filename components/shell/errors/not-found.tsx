import { Link } from "../../ui/display/link";
import { Button } from "../../ui/forms/button";
import * as texts from "./late-texts";
import { MessageCard } from "./message-card";

const TO_EVENTS = (
  <Button asChild tone="primary">
    <Link href="/events">{texts.goToYourEvents}</Link>
  </Button>
);

/** Message for an unknown page or a page of another organisation. */
export function NotFoundCard() {
  return (
    <MessageCard title={texts.thereIsNoSuchPage} action={TO_EVENTS}>
      {texts.theAddressIsMistyped}
    </MessageCard>
  );
}

/** Message for a page that the member's role may not see. */
export function ForbiddenCard() {
  return (
    <MessageCard title={texts.yourRoleMayNotSeeThis} action={TO_EVENTS}>
      {texts.ownersCanChangeYourRole}
    </MessageCard>
  );
}
