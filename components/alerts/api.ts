import type { z } from "zod";
import type {
  AlertPreferences,
  AlertSettings,
  NewAlertWebhook,
  PushBrowserId,
  TestAlert,
  TestResult,
} from "@/lib/alerts/contract";

export type AlertSettingsJson = z.input<typeof AlertSettings>;
export type PreferencesJson = z.input<typeof AlertPreferences>;
export type NewWebhookJson = z.input<typeof NewAlertWebhook>;
export type BrowserIdJson = z.input<typeof PushBrowserId>;
export type TestJson = z.input<typeof TestAlert>;
export type TestResultJson = z.input<typeof TestResult>;
