import { ArrowUpRight, BookOpen, type IconType, Webhook } from "@/components/ui/icons/icons";
import { Card } from "../shared/layout/card";
import { Link } from "../ui/display/link";
import * as texts from "./texts";

const GUIDES: readonly { href: string; icon: IconType; name: string; about: string }[] = [
  { href: "/docs/reference", icon: BookOpen, name: texts.apiReference, about: texts.everyPathUnderV1 },
  {
    href: "/docs/verifying-events",
    icon: Webhook,
    name: texts.webhookGuide,
    about: texts.checkSignatureAndAnswer,
  },
];

/** Links to the documentation that a platform needs first. */
export function GuideLinks() {
  return (
    <Card aria-label={texts.documentation} className="h-fit">
      <ul>
        {GUIDES.map(({ href, icon: Icon, name, about }) => (
          <li key={href} className="border-edge border-b last:border-b-0">
            <Link
              href={href}
              className="flex items-center gap-4 px-4 py-3 hover:bg-subtle focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
              <span className="mr-auto min-w-0">
                <span className="block font-medium text-body">{name}</span>
                <span className="block text-ink-3 text-meta">{about}</span>
              </span>
              <ArrowUpRight aria-hidden className="size-4 shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
