import type { ReactNode } from "react";
import { PageHeader } from "../shared/page-header";
import { LiveNote } from "./live-note";

interface FollowingHeaderProps {
  sessionId: string;
  title: string;
  note: string;
  /** What a phone says instead of the note, behind whether it is live. */
  brief?: string;
  /** Buttons at the right. */
  actions: ReactNode;
}

/** The head of a page whose figures follow its event. */
export function FollowingHeader({ sessionId, title, note, brief = note, actions }: FollowingHeaderProps) {
  return (
    <PageHeader
      title={title}
      meta={[
        <>
          <LiveNote sessionId={sessionId} className="mr-2 md:hidden" />
          <span className="truncate md:hidden">{brief}</span>
          <span className="max-md:hidden">{note}</span>
        </>,
      ]}
      actions={
        <>
          <LiveNote sessionId={sessionId} className="mr-1.5 max-md:hidden" />
          {actions}
        </>
      }
    />
  );
}
