export type { components, operations, paths } from "./api.generated";
export { type Client, createClient } from "./client";
export { TakingsConnectionError, TakingsError } from "./errors";
export type { Pages } from "./pages";
export type { ClientSettings } from "./send";
export type {
  CallOptions,
  Data,
  ErrorCode,
  FieldError,
  Input,
  OperationName,
  Row,
  Session,
  Transaction,
  WebhookEvent,
  WriteOptions,
} from "./types";
export { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from "./webhooks";
