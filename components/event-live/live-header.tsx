import type { ReactNode } from "react";
import { LiveStatus } from "../live-feed/live-status";
import { PageHeader } from "../shared/layout/page-header";

interface FollowingHeaderProps {
  sessionId: string;
  title: string;
  note: string;
  /** Shown instead of the note on a phone, after the live indicator. */
  brief?: string;
  /** Buttons on the right. */
  actions: ReactNode;
}

/** Header of a page whose figures update live. */
export function LiveHeader({ sessionId, title, note, brief = note, actions }: FollowingHeaderProps) {
  return (
    <PageHeader
      title={title}
      meta={[
        <>
          <LiveStatus sessionId={sessionId} className="mr-2 md:hidden" />
          <span className="truncate md:hidden">{brief}</span>
          <span className="max-md:hidden">{note}</span>
        </>,
      ]}
      actions={
        <>
          <LiveStatus sessionId={sessionId} className="mr-1.5 max-md:hidden" />
          {actions}
        </>
      }
    />
  );
}
