import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { LoneCard } from "./lone-card";

const TO_EVENTS = (
  <Button asChild tone="primary">
    <Link href="/events">Go to your events</Link>
  </Button>
);

/** What is said of an address where there is nothing, or nothing of the reader's. */
export function NothingHere() {
  return (
    <LoneCard title="There is no such page" action={TO_EVENTS}>
      The address is mistyped, or what stood here belongs to another organisation.
    </LoneCard>
  );
}

/** What is said of a page that the reader's role may not see. */
export function NotForYou() {
  return (
    <LoneCard title="Your role may not see this" action={TO_EVENTS}>
      An owner of your organisation can change your role in Settings.
    </LoneCard>
  );
}
