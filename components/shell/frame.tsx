import type { ReactNode } from "react";
import type { ZoneTable } from "@/lib/core/zone/zone";
import { TimeTips } from "../shared/format/time-tips";
import { QueryProvider } from "../shared/requests/query-provider";
import { LiveRegion } from "../ui/browser/live-region";
import { PhoneProvider } from "../ui/browser/use-layout";
import { Toasts } from "../ui/feedback/toast";
import { AccountPrompts } from "./account-prompts";
import type { MemberAlertJson } from "./alerts";
import { KeyboardShortcuts } from "./commands/keyboard-shortcuts";
import { StillLoading } from "./errors/still-loading";
import type { FirstEvent } from "./event-head";
import * as texts from "./late-texts";
import { BottomTabs } from "./navigation/bottom-tabs";
import type { FrameMember } from "./navigation/frame-member";
import { MoneyTabs } from "./navigation/money-tabs";
import { OrganisationSwitchListener } from "./navigation/organisation-items";
import { Sidebar } from "./navigation/sidebar";
import { OfflineBanner } from "./offline/offline-banner";
import { RegisterWorker } from "./offline/register-worker";
import { PageZone } from "./page-zone";
import { TestBar } from "./test-bar";

interface FrameProps {
  member: FrameMember;
  /** The time zone of the organisation's screens. */
  zone: ZoneTable;
  /** The event of the requested page, or that there is none. */
  event: FirstEvent | undefined;
  /** Whether the browser's client hints report a phone; `undefined` if they do not. */
  isPhone: true | undefined;
  /** Alerts about changes of the member's access. */
  alerts: readonly MemberAlertJson[];
  children: ReactNode;
}

/**
 * The frame of every dashboard page: navigation and the singletons of a page (time tooltips, toasts, live region,
 * keyboard shortcuts).
 */
export function Frame({ member, zone, event, isPhone, alerts, children }: FrameProps) {
  return (
    <QueryProvider>
      <PageZone zone={zone} />
      <PhoneProvider isPhone={isPhone}>
        <a
          href="#main"
          className="sr-only z-60 rounded-chip bg-primary px-3 py-2 font-medium text-primary-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {texts.skipToContent}
        </a>
        <Sidebar member={member} first={event} />
        <div data-shell="" className="min-h-dvh md:pl-14 xl:pl-[220px] print:p-0">
          {member.mode === "test" && !member.sandbox && <TestBar />}
          <main
            id="main"
            tabIndex={-1}
            className="@container/page px-6 pb-6 outline-none max-md:px-4 max-md:pb-24 print:p-0"
          >
            <AccountPrompts alerts={alerts} hasSecondFactor={member.hasSecondFactor} />
            <MoneyTabs role={member.role} />
            {children}
          </main>
        </div>
        <BottomTabs member={member} first={event} />
        <TimeTips />
        <StillLoading />
        <OfflineBanner />
        <RegisterWorker />
        <Toasts />
        <LiveRegion />
        <KeyboardShortcuts role={member.role} first={event} />
        {member.organisations.length > 1 && <OrganisationSwitchListener />}
      </PhoneProvider>
    </QueryProvider>
  );
}
